import type { Target } from "../contract/target.ts";

/** A JSON answer, read as loosely as a client would. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever comes is compared with what the rules say
type Json = any;

/** An answer as it came over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** Sends one request; a string body goes out as it is. */
export type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** A client of the running system with this API key, "" for none. */
export const asking =
  ({ url }: Pick<Target, "url">, key: string): Ask =>
  async (method, path, body, headers = {}) => {
    const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key === "" ? {} : { "x-api-key": key }),
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };

/** The fields that a 400 names, in its order. */
export const fieldsOf = ({ body }: Answer): string[] => body.details.map(({ field }: { field: string }) => field);

let accounts = 0;

/** Makes an account as the operator does, with credits; its id, login and key. The target must run in this process. */
export const anAccount = async (target: Pick<Target, "url">, credits: number) => {
  const { createUser } = await import("#shared/domain/auth/create-user.ts");
  const { users, wallets } = await import("#shared/runtime/store.ts");
  const { clock, ids } = await import("#shared/runtime/system.ts");
  const login = { email: `account-${(accounts += 1)}@example.com`, password: "a long password" };
  const { id } = await createUser({ users, clock, ids }, { ...login, name: "Ann" });
  if (credits > 0) await wallets.topUp(id, credits, "top-up");
  const { body } = await asking(target, "")("POST", "/api/v1/auth/login", login);
  return { id, login, key: body.token as string, topUp: (amount: number, reference: string) => wallets.topUp(id, amount, reference) };
};

/** Looks until there is something to see; throws after ten seconds. */
export const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error("gave up waiting");
};

/** A time so many milliseconds from now, RFC 3339 in UTC. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
