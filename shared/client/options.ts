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

/** The request of one method of the client; generated.ts has the table of all. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The route, with `{name}` for each of the method's first arguments. */
  readonly path: string;
  /** The kind of argument after those of the path. */
  readonly takes?: "body" | "query";
  /** True when the service supports an Idempotency-Key. */
  readonly idempotent?: true;
  /** How further pages are read: by the `Link` header of a page, or by the feed's `next_cursor`. */
  readonly readOn?: "pages" | "feed";
  /** The field of a page that contains its rows; "" when the page itself is the list. */
  readonly rows?: string;
  /** True when the answer is bytes: the method returns the Response. */
  readonly raw?: true;
}

/** A list in pages: `await` gives its first page; `for await` gives all rows and reads further pages as needed. */
export interface Pages<Row, Page> extends PromiseLike<Page>, AsyncIterable<Row> {
  /** Its pages, one after another. */
  pages(): AsyncIterable<Page>;
}

/** A page, and the function that reads the next one; absent on the last. */
export interface ReadPage<Page> {
  readonly page: Page;
  readonly next?: (() => Promise<ReadPage<Page>>) | undefined;
}

/** Makes a list from the function that reads its first page, and the rows of a page. Nothing is read before it is used. */
export const pagesOf = <Row, Page>(first: () => Promise<ReadPage<Page>>, rows: (page: Page) => readonly Row[]): Pages<Row, Page> => {
  const pages = async function* () {
    for (let read: ReadPage<Page> | undefined = await first(); read; read = await read.next?.()) yield read.page;
  };
  return {
    // eslint-disable-next-line unicorn/no-thenable -- awaiting a list gives its first page
    then: (resolve, reject) =>
      first()
        .then(({ page }) => page)
        .then(resolve, reject),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* rows(page);
    },
  };
};
