import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";

/** An answer that is the same for every client, plain and compressed, with its ETag. */
interface Cached {
  readonly plain: Result;
  readonly zipped: string;
  readonly etag: string;
}

const prepare = (plain: Result): Cached => {
  const bytes = Buffer.from(plain.body ?? "", plain.isBase64Encoded ? "base64" : "utf8");
  // A weak ETag, because the compressed bytes are different bytes with the same content (RFC 9110, 8.8.1).
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { plain, zipped: gzipSync(bytes).toString("base64"), etag };
};

/** Whether If-None-Match contains the ETag, compared weakly (RFC 9110, 13.1.2). */
const isNamed = (etag: string, ifNoneMatch = ""): boolean =>
  ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^(?!W\/)/, "W/") === etag);

/** The most answers that a process keeps; the documentation has fewer files. */
const KEPT_MAX = 100;

/**
 * Makes the answer once in a process for each name, however its URL is spelt, and sends it with an ETag, compressed for clients that accept it; 304 for clients that have it (RFC
 * 9110, 15.4.5). Only for operations whose answer depends on nothing but the names in their path; `make` throws for a name without an answer.
 */
export const cachedAnswers = (seconds: number) => {
  const known = new Map<string, Cached>();
  return async ({ pathParameters = {}, headers }: Event, make: () => Promise<Result>): Promise<Result> => {
    const name = JSON.stringify(Object.values(pathParameters));
    const cached = known.get(name) ?? prepare(await make());
    if (known.size < KEPT_MAX) known.set(name, cached);
    const { plain, zipped, etag } = cached;
    const common = { ...plain.headers, "cache-control": `public, max-age=${seconds}`, etag, vary: "accept-encoding" };
    if (isNamed(etag, headers["if-none-match"])) return { statusCode: 304, headers: common };
    if (!headers["accept-encoding"]?.includes("gzip")) return { ...plain, headers: common };
    return { ...plain, headers: { ...common, "content-encoding": "gzip" }, body: zipped, isBase64Encoded: true };
  };
};
