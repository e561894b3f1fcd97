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
