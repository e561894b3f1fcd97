import { createHmac, randomBytes } from "node:crypto";
import type { Secrets } from "./webhook.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and base64 of 32 random bytes (Standard Webhooks, "Signature scheme"). */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** The headers that sign a body: one `v1` signature for each valid secret, over `id.timestamp.body` (Standard Webhooks, "Webhook headers"). */
export const signedHeaders = (secrets: Secrets, id: string, at: Date, body: string): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": secrets.map(signature).join(" ") };
};
