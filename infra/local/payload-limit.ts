import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";

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

const bytesOf = (payload: unknown): number => Buffer.byteLength(JSON.stringify(payload ?? null));

const refuseOver = (bytes: number, what: "request" | "response"): void => {
  if (bytes > PAYLOAD_LIMIT_BYTES) throw new PayloadTooLarge(what, bytes);
};

/** The event or answer, counted as Lambda counts it: the whole as JSON, so a body that is JSON itself is escaped once more. */
export const withinLimit = <T>(payload: T, what: "request" | "response"): T => {
  refuseOver(bytesOf(payload), what);
  return payload;
};

/** What JSON adds to each byte of a string in UTF-8: a backslash to a quotation mark, five characters to most control characters. */
const ADDED = Uint8Array.from({ length: 256 }, (_, byte) => JSON.stringify(String.fromCharCode(byte)).length - 3);

/** An event, counted in the same way from the bytes of its body as they came: without a copy of some megabytes in JSON. */
export const eventWithinLimit = (event: Event, came: Buffer): Event => {
  const body = isUtf8(came) && !event.isBase64Encoded ? came : Buffer.from(event.body ?? "");
  let bytes = bytesOf({ ...event, body: "" }) + body.length;
  for (let at = 0; at < body.length; at += 1) bytes += ADDED[body[at]!]!;
  refuseOver(bytes, "request");
  return event;
};
