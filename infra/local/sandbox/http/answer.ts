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
