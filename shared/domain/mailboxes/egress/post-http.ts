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

/** Posts once, without redirects; rejects with OutOfTime, MailFailure, or the error that broke the connection. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer>;

/** Calls once with any method, likewise. */
export type CallHttp = (call: HttpCall) => Promise<HttpCallAnswer>;
