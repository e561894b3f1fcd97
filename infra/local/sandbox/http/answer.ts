import { setTimeout as sleep } from "node:timers/promises";

/** An answer of one of the sandbox's HTTP interfaces. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes; absent for none. */
  readonly body?: object | Buffer;
}

/** What a call brings besides its address; header names in lower case. */
export interface Given {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** A refusal with its status and the interface's code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    [this.status, this.code, this.headers] = [status, code, headers];
  }
}

/** The fields of a JSON body; undefined for anything else. */
export const jsonIn = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString() || "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

/** The bearer token of a call; "" for none. */
export const bearerOf = ({ headers }: Pick<Given, "headers">): string => /^Bearer (\S+)$/i.exec(headers["authorization"] ?? "")?.[1] ?? "";

/** Header fields by their names in lower case. */
export const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** What goes wrong with a call. Closing ends the connection without an answer, before the call takes effect or after. */
export type Failure =
  | "close before"
  | "close after"
  | { readonly delayMs: number }
  | { readonly until: Promise<unknown> }
  | { readonly answer: HttpAnswer }
  | { readonly alter: (answer: HttpAnswer, call: string) => HttpAnswer };

/** A fault that a test injects. */
export interface Fault {
  /** Matches `METHOD /path?query`, as `GET /v1.0/me/messages/…`. */
  readonly on: RegExp;
  readonly does: Failure;
  /** How many calls it hits; absent: one. */
  readonly times?: number;
}

/** Ends the connection of a call. */
export class Closed extends Error {}

/** The planted faults; each takes effect in the order of planting. */
const createFaults = () => {
  let planted: (Fault & { left: number })[] = [];
  const take = (call: string): Failure | undefined => {
    const found = planted.find(({ on }) => on.test(call));
    if (!found) return undefined;
    found.left -= 1;
    planted = planted.filter(({ left }) => left > 0);
    return found.does;
  };
  return {
    plant: (fault: Fault) => void planted.push({ ...fault, left: fault.times ?? 1 }),
    clear: () => void (planted = []),
    /** Answers a call, or applies the injected fault that matches it. */
    through: async (call: string, answer: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
      const failure = take(call);
      if (failure === undefined) return answer();
      if (failure === "close before") throw new Closed();
      if (failure === "close after") return answer().then(() => Promise.reject(new Closed()));
      if ("answer" in failure) return failure.answer;
      if ("alter" in failure) return failure.alter(await answer(), call);
      await ("until" in failure ? failure.until : sleep(failure.delayMs));
      return answer();
    },
  };
};

/** The calls of the sandbox's HTTP interfaces: recorded, with the planted faults, and with refusals as answers. */
export const createCalls = () => {
  const faults = createFaults();
  /** Every call, in order, those of a batch too: `METHOD /path?query`. */
  const calls: string[] = [];
  return {
    faults,
    calls,
    run: (
      call: string,
      answer: () => HttpAnswer | Promise<HttpAnswer>,
      answerOf: (refusal: Refusal) => HttpAnswer,
    ): Promise<HttpAnswer> => {
      calls.push(call);
      return faults.through(call, async () => {
        try {
          return await answer();
        } catch (error) {
          if (error instanceof Refusal) return answerOf(error);
          throw error;
        }
      });
    },
  };
};

/** The calls of the sandbox's HTTP interfaces. */
export type Calls = ReturnType<typeof createCalls>;
