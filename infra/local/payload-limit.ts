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

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20];
const TWO_CHARACTERS = new Set(["\b", "\t", "\n", "\f", "\r"].map((sign) => sign.charCodeAt(0)));

/** How many bytes a text takes as JSON, without making it: a body may be of megabytes. */
export const bytesAsJson = (text: string): number => {
  if (!text.isWellFormed()) return Buffer.byteLength(JSON.stringify(text));
  let bytes = Buffer.byteLength(text) + 2;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH) bytes += 1;
    else if (code < SPACE) bytes += TWO_CHARACTERS.has(code) ? 1 : 5;
  }
  return bytes;
};

/** The event or answer, counted as Lambda counts it: the whole as JSON, so a body that is JSON itself is escaped once more. */
export const withinLimit = <T>(payload: T, what: "request" | "response"): T => {
  const { body } = (payload ?? {}) as { readonly body?: unknown };
  const around = Buffer.byteLength(JSON.stringify(typeof body === "string" ? { ...payload, body: "" } : (payload ?? null)));
  const bytes = typeof body === "string" ? around - 2 + bytesAsJson(body) : around;
  if (bytes > PAYLOAD_LIMIT_BYTES) throw new PayloadTooLarge(what, bytes);
  return payload;
};
