/** Where a mail provider listens; every mailbox has this password. */
export interface MailProvider {
  readonly host: string;
  readonly smtps: number;
  readonly imaps: number;
  readonly password: string;
}

/** A body that connects an address of a mail provider. */
export const mailboxAt = ({ host, smtps, imaps, password }: MailProvider, email: string) => ({
  type: "smtp",
  email,
  smtp_host: host,
  smtp_port: smtps,
  smtp_secure: "tls",
  smtp_password: password,
  imap_host: host,
  imap_port: imaps,
  imap_password: password,
});

/** A JSON answer, read as loosely as a client would. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever comes is compared with what the rules say
type Json = any;

/** An answer as it came over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** `undefined` where it is no JSON. */
  readonly body: Json;
}

/** A system with its mail provider. */
interface Running {
  readonly url: string;
  readonly mail: MailProvider;
}

/** Sends one request; a string body goes out as it is. */
export type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** A client of the running system with this API key, "" for none. */
export const asking =
  ({ url }: Pick<Running, "url">, key: string): Ask =>
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
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, bytes, text, body: isJson ? JSON.parse(text) : undefined };
  };

/** The fields that a 400 names, in its order. */
export const fieldsOf = ({ body }: Answer): string[] => body.details.map(({ field }: { field: string }) => field);

let accounts = 0;

/** Makes an account as the operator does, with credits; its id, login and key. The target must run in this process. */
export const anAccount = async (target: Pick<Running, "url">, credits: number, local = "account") => {
  const { createUser } = await import("#shared/accounts/auth/create-api-key.ts");
  const { users } = await import("#shared/accounts/wiring/stores.ts");
  const { wallets } = await import("#shared/accounts/wiring/stores.ts");
  const { clock, ids } = await import("#shared/platform/system.ts");
  const login = { email: `${local}-${(accounts += 1)}@example.com`, password: "a long password" };
  const { id } = await createUser({ users, clock, ids }, { ...login, name: "Ann" });
  if (credits > 0) await wallets.topUp(id, credits, "top-up");
  const { body } = await asking(target, "")("POST", "/api/v1/auth/login", login);
  return { id, login, key: body.token as string, topUp: (amount: number, reference: string) => wallets.topUp(id, amount, reference) };
};

/** Looks until there is something to see; throws after twenty seconds. */
export const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error("gave up waiting");
};

/** A time so many milliseconds from now, RFC 3339 in UTC. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** An id that names nothing. */
export const ABSENT = "0123456789abcdef01234567";

/** An account with a connected mailbox, and the words in which its sends are told. */
export const aSender = async (target: Running, credits: number) => {
  const account = await anAccount(target, credits);
  const ask = asking(target, account.key);
  const connected = async (address: string, from: Ask = ask): Promise<string> =>
    (await from("POST", "/v1/mailboxes", { ...mailboxAt(target.mail, address), display_name: "Sam" })).body.id;
  const mailbox = await connected("sender@sandbox.test");
  const anEmail = (more: object = {}) => ({ mailbox_id: mailbox, to: "jane@sandbox.test", subject: "Hi", body_text: "Hello", ...more });
  const record = async (id: string): Promise<Json> => (await ask("GET", `/v1/send/${id}/status`)).body;
  return {
    account,
    ask,
    connected,
    mailbox,
    anEmail,
    /** One that waits for an hour. */
    later: (more: object = {}) => anEmail({ scheduled_at: inMs(3_600_000), ...more }),
    send: (email: object) => ask("POST", "/v1/send", email),
    batch: (emails: unknown) => ask("POST", "/v1/send/batch", { emails }),
    followUp: (id: string, body: object) => ask("POST", `/v1/send/${id}/reply`, body),
    record,
    reaching: (id: string, status: string): Promise<Json> =>
      until(async () => {
        const found = await record(id);
        return found.status === status ? found : undefined;
      }),
    balance: async (): Promise<number> => (await ask("GET", "/v1/credits")).body.balance,
  };
};
