import { type LinkKeys, linkKeysOf, unsubscribeToken } from "../domain/suppressions/unsubscribe-token.ts";
import { setting } from "./env.ts";
import { type Secret, secret } from "./secret.ts";

/** The keys of links in the main secret; derived while it has the shape of the version before, with the keyring in it. */
export const linksOf = (held: Secret): LinkKeys => ("keyring" in held ? linkKeysOf(held.keyring) : held.links);

/** The keys that sign links. */
export const links = async (): Promise<LinkKeys> => linksOf(await secret());

/** Makes the addresses of unsubscribe links, signed with the current key. */
export const unsubscribeLinks = async (): Promise<(sendId: string) => string> => {
  const keys = await links();
  const base = setting("PUBLIC_URL");
  return (sendId) => `${base}/v1/unsubscribe/${unsubscribeToken(keys, sendId)}`;
};
