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

/** The event or answer, counted as Lambda counts it: the whole as JSON, so a body that is JSON itself is escaped once more. */
export const withinLimit = <T>(payload: T, what: "request" | "response"): T => {
  const bytes = Buffer.byteLength(JSON.stringify(payload ?? null));
  if (bytes > PAYLOAD_LIMIT_BYTES) throw new PayloadTooLarge(what, bytes);
  return payload;
};
