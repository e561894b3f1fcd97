/** What is posted and where; how long all of it may take, from the look-up of the name to the last byte that is read, ms; and how many bytes of an answer are read. */
export interface HttpPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly withinMs: number;
  readonly readMax: number;
}

/** What a server answered; of its body at most what was to be read. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** The time was over before an answer had been read. */
export class OutOfTime extends Error {}

/** Posts once, without redirects; rejects with OutOfTime, MailFailure, or what broke the connection. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer>;
