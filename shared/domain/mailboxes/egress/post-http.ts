/**
 * A request to post: the time limit, ms, covers everything from the name lookup to the last byte read; `readMax` limits how many bytes of the answer
 * are read.
 */
export interface HttpPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly withinMs: number;
  readonly readMax: number;
}

/** A server's answer; its body up to the limit. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** The time limit passed before an answer was read. */
export class OutOfTime extends Error {}

/** Posts once, without redirects; rejects with OutOfTime, MailFailure, or the error that broke the connection. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer>;
