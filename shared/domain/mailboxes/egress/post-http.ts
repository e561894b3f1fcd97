/**
 * A request: the time limit, ms, covers everything from the name lookup to the last byte read; `readMax` limits how many bytes of the answer are read.
 */
export interface HttpCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly withinMs: number;
  readonly readMax: number;
}

/** A request to post. */
export type HttpPost = Omit<HttpCall, "method">;

/** A server's answer; its body up to the limit. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** The same with its headers, by their names in lower case; of one that is repeated, the values joined or the first (Node.js, "message.headers"). */
export interface HttpCallAnswer extends HttpAnswer {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The time limit passed before an answer was read. */
export class OutOfTime extends Error {}

/** What a Retry-After asks for, ms: seconds or a date (RFC 9110, 10.2.3), between 0 and `mostMs`; undefined where it says neither. */
export const retryAfterMs = (value: HttpCallAnswer["headers"][string], now: number, mostMs: number): number | undefined => {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : /[A-Za-z]/.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), mostMs);
};

/** Posts once, without redirects; rejects with OutOfTime, MailFailure, or the error that broke the connection. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer & Partial<Pick<HttpCallAnswer, "headers">>>;

/** Calls once with any method, likewise. */
export type CallHttp = (call: HttpCall) => Promise<HttpCallAnswer>;
