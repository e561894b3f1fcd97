/** The options of a client. */
export interface ClientOptions {
  /** The base URL of the service, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** The API key; absent when a session's cookie or a header added by `fetch` authenticates. */
  readonly apiKey?: string | undefined;
  /** How often a call is repeated after 429, 503 or a lost connection; 4 when absent. */
  readonly maxRetries?: number | undefined;
  /** The time limit of one try, ms; 35,000 when absent, because the service answers within 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The function that makes requests; the platform's `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The options of every call. */
export interface RequestOptions {
  /** Aborts the call, including waits. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one try, ms; the client's when absent. */
  readonly timeoutMs?: number | undefined;
  /** How often the call is repeated; the client's when absent. */
  readonly maxRetries?: number | undefined;
}

/** The options of a call that creates or bills. */
export interface KeyedOptions extends RequestOptions {
  /**
   * The Idempotency-Key, 1 to 255 characters; when absent a random one for each call, the same in its retries. Set it when your program may repeat
   * the call.
   */
  readonly idempotencyKey?: string | undefined;
}
