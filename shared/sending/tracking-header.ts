import { createHmac, timingSafeEqual } from "node:crypto";
import type { Send } from "./send.ts";

/** The fields that the hash covers. */
export type Tracked = Pick<Send, "id" | "toEmail" | "trackingKey">;

const form = /^([0-9a-f]{24})\.[0-9a-f]{32}$/;

/**
 * The tracking header's value, `id.hash`. It identifies the copy in the Sent folder when a provider has replaced the Message-ID. The hash has a key
 * and covers the recipient, because a recipient may copy the header into other mail. Undefined for a send without a key.
 */
export const trackingValue = ({ id, toEmail, trackingKey }: Tracked): string | undefined => {
  if (trackingKey === undefined) return undefined;
  const hash = createHmac("sha256", Buffer.from(trackingKey, "hex")).update(`${id} ${toEmail.toLowerCase()}`);
  return `${id}.${hash.digest("hex").slice(0, 32)}`;
};

/** The send's id in a tracking header; undefined for any other form. */
export const trackedId = (value: string): string | undefined => form.exec(value)?.[1];

/** Whether this tracking header belongs to the send, on a mail to these addresses. */
export const isTrackedBy = (send: Tracked, value: string, to: readonly string[]): boolean => {
  const expected = trackingValue(send);
  if (expected === undefined || expected.length !== value.length) return false;
  return (
    timingSafeEqual(Buffer.from(expected), Buffer.from(value)) && to.some((email) => email.toLowerCase() === send.toEmail.toLowerCase())
  );
};
