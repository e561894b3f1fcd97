import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey, type Keyring } from "../mailboxes/credentials/seal.ts";

/** Half of SHA-256: to guess one is as hard as to guess a key. */
const MAC_BYTES = 16;

const signed = (keyring: Keyring, kid: string, sendId: string): string => {
  const body = `${kid}.${Buffer.from(sendId, "hex").toString("base64url")}`;
  const mac = createHmac("sha256", derivedKey(keyring, kid, "unsubscribe link v1"))
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES);
  return `${body}.${mac.toString("base64url")}`;
};

/** The token of a send's unsubscribe link: `kid.send.mac`. It holds no address, and is valid for as long as its key is in the keyring. */
export const unsubscribeToken = (keyring: Keyring, sendId: string): string => signed(keyring, keyring.current, sendId);

/** The send whose link it is; undefined for anything that this service did not make (S28). */
export const sendOfToken = (keyring: Keyring, token: string): string | undefined => {
  const [, kid = "", send = ""] = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{16})\.[A-Za-z0-9_-]{22}$/.exec(token) ?? [];
  if (!Object.hasOwn(keyring.keys, kid)) return undefined;
  const sendId = Buffer.from(send, "base64url").toString("hex");
  const expected = Buffer.from(signed(keyring, kid, sendId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? sendId : undefined;
};
