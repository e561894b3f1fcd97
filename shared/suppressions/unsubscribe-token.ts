import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey, type Keyring } from "#shared/platform/credentials.ts";
import type { Secret } from "#shared/platform/secret.ts";

/** The keys that sign links, 32 bytes each in base64 by key id; `current` signs, all verify. They cannot open sealed values. */
export interface LinkKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * The link keys of a keyring, each derived from a master key, with the former keys in `kept`. Throws SealError for a key that is not 32 bytes long.
 */
export const linkKeysOf = (keyring: Keyring, kept: LinkKeys["keys"] = {}): LinkKeys => {
  const derived = (kid: string) => derivedKey(keyring, kid, "unsubscribe link v1").toString("base64");
  const own = Object.fromEntries(Object.keys(keyring.keys).map((kid) => [kid, derived(kid)]));
  return { current: keyring.current, keys: { ...kept, ...own } };
};

/** Half of SHA-256, in bytes: as hard to guess as an AES-128 key. */
const MAC_BYTES = 16;

const signed = (links: LinkKeys, kid: string, sendId: string): string => {
  const key = links.keys[kid];
  if (key === undefined) throw new Error(`there is no link key ${kid}`);
  const body = `${kid}.${Buffer.from(sendId, "hex").toString("base64url")}`;
  const mac = createHmac("sha256", Buffer.from(key, "base64")).update(body).digest().subarray(0, MAC_BYTES);
  return `${body}.${mac.toString("base64url")}`;
};

/** The token of a send's unsubscribe link: `kid.send.mac`. It contains no address, and is valid as long as its key is kept. */
export const unsubscribeToken = (links: LinkKeys, sendId: string): string => signed(links, links.current, sendId);

/** The send of the link; undefined for a token that this service did not make (S28 in SECURITY.md). */
export const sendOfToken = (links: LinkKeys, token: string): string | undefined => {
  const [, kid = "", send = ""] = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{16})\.[A-Za-z0-9_-]{22}$/.exec(token) ?? [];
  if (!Object.hasOwn(links.keys, kid)) return undefined;
  const sendId = Buffer.from(send, "base64url").toString("hex");
  const expected = Buffer.from(signed(links, kid, sendId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? sendId : undefined;
};

/** The link keys in the main secret; while the secret has the previous version's form, those derived from the keyring in it. */
export const linksOf = (held: Secret): LinkKeys => ("keyring" in held ? linkKeysOf(held.keyring) : held.links);
