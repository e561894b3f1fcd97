/** Lambda's limit on a synchronous event and on its answer, in bytes (AWS, "Lambda quotas": 6 MB; its error message names this number). */
export const PAYLOAD_LIMIT_BYTES = 6_291_556;

/** What Lambda does with a payload over its limit; the caller gets no more than that. */
export class PayloadTooLarge extends Error {
  readonly what: "request" | "response";
  constructor(what: "request" | "response", bytes: number) {
    super(`${what} payload size (${bytes} bytes) exceeded maximum allowed payload size (${PAYLOAD_LIMIT_BYTES} bytes)`);
    this.name = "PayloadTooLarge";
    this.what = what;
  }
}

const ASCII = 128;
/** By how many bytes JSON lengthens a byte of UTF-8: a quotation mark by one, most control characters by five. */
const LONGER = Uint8Array.from({ length: 256 }, (_, byte) => (byte < ASCII ? JSON.stringify(String.fromCharCode(byte)).length - 3 : 0));

/** How many bytes a text takes as JSON, without making it: a body may be of megabytes. */
export const bytesAsJson = (text: string): number => {
  if (!text.isWellFormed()) return Buffer.byteLength(JSON.stringify(text));
  const bytes = Buffer.from(text);
  let total = bytes.length + 2;
  for (let at = 0; at < bytes.length; at += 1) total += LONGER[bytes[at] ?? 0] ?? 0;
  return total;
};

/** The event or answer, counted as Lambda counts it: the whole as JSON, so a body that is JSON itself is escaped once more. */
export const withinLimit = <T>(payload: T, what: "request" | "response"): T => {
  const { body } = (payload ?? {}) as { readonly body?: unknown };
  const around = Buffer.byteLength(JSON.stringify(typeof body === "string" ? { ...payload, body: "" } : (payload ?? null)));
  const bytes = typeof body === "string" ? around - 2 + bytesAsJson(body) : around;
  if (bytes > PAYLOAD_LIMIT_BYTES) throw new PayloadTooLarge(what, bytes);
  return payload;
};
