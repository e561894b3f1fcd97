import { EmailServiceError } from "./errors.ts";
import type { Event, WebhookTestEvent } from "./generated.ts";

/** A webhook's request that does not come from the service, or is too old. */
export class WebhookVerificationError extends EmailServiceError {
  override readonly name = "WebhookVerificationError";
}

/** The headers of a request, in the form of any kind of server. */
export type WebhookHeaders = Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The largest difference between the request's time and ours, seconds (Standard Webhooks, "Verifying webhook authenticity"). */
const TOLERANCE_SECONDS = 300;

const headerOf = (headers: WebhookHeaders, name: string): string => {
  // Not `instanceof`: frameworks and test environments have classes of Headers besides the platform's.
  const found =
    typeof headers.get === "function" ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found !== "string" || found === "") throw new WebhookVerificationError(`The header ${name} is missing`);
  return found;
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const keyOf = (secret: unknown): ReturnType<typeof crypto.subtle.importKey> => {
  const bytes = typeof secret === "string" ? bytesOf(secret.replace(/^whsec_/, "")) : undefined;
  if (!bytes || bytes.length === 0) throw new WebhookVerificationError("The secret is not one that the service gave: whsec_…");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
};

/** The length of an HMAC-SHA-256: other signatures are not worth a look. */
const SIGNATURE_BYTES = 32;

const textOf = (body: unknown): string => {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  throw new WebhookVerificationError("The body must be the request's unchanged text or bytes, not parsed JSON");
};

const fresh = (timestamp: string): void => {
  const apart = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(apart <= TOLERANCE_SECONDS)) throw new WebhookVerificationError("The request is older or newer than five minutes");
};

/**
 * Verifies a webhook's signature and time, and returns its event; throws WebhookVerificationError. `body` must be the request's unchanged text or
 * bytes: parsing and serialising changes it. Give both secrets during a rotation.
 */
export const verifyWebhook = async (
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
): Promise<Event | WebhookTestEvent> => {
  const [id, timestamp, signatures] = [
    headerOf(headers, "webhook-id"),
    headerOf(headers, "webhook-timestamp"),
    headerOf(headers, "webhook-signature"),
  ];
  fresh(timestamp);
  const text = textOf(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? [bytesOf(one.slice(3))] : []));
  for (const one of Array.isArray(secret) ? (secret as readonly string[]) : [secret]) {
    const key = await keyOf(one);
    for (const signature of given)
      if (signature?.length === SIGNATURE_BYTES && (await crypto.subtle.verify("HMAC", key, signature, signed)))
        return JSON.parse(text) as Event | WebhookTestEvent;
  }
  throw new WebhookVerificationError("No signature is right: another secret, or the body was changed");
};
