import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";

/** Lambda's limit on a synchronous event and on its answer, bytes (AWS, "Lambda quotas": 6 MB; its error message contains this number). */
export const PAYLOAD_LIMIT_BYTES = 6_291_556;

/** Lambda's error for a payload over its limit, with Lambda's own message. */
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

/**
 * Checks an event or an answer by the size that Lambda counts: the whole as JSON, in which a JSON body is escaped a second time. Throws
 * PayloadTooLarge.
 */
export const withinLimit = <T>(payload: T, what: "request" | "response"): T => {
  refuseOver(bytesOf(payload), what);
  return payload;
};

/** How many bytes JSON adds to each byte of a UTF-8 string: one to a quotation mark, five to most control characters. */
const ADDED = Uint8Array.from({ length: 256 }, (_, byte) => JSON.stringify(String.fromCharCode(byte)).length - 3);

/** The same check from the bytes of the event's body, without a JSON copy of several megabytes. */
export const eventWithinLimit = (event: Event, came: Buffer): Event => {
  const body = isUtf8(came) && !event.isBase64Encoded ? came : Buffer.from(event.body ?? "");
  let bytes = bytesOf({ ...event, body: "" }) + body.length;
  for (let at = 0; at < body.length; at += 1) bytes += ADDED[body[at]!]!;
  refuseOver(bytes, "request");
  return event;
};
