import { type LinkKeys, linkKeysOf } from "../domain/suppressions/unsubscribe-token.ts";
import type { Secret } from "./secret.ts";

/** The keys of links in the main secret; derived while it has the shape of the version before, with the keyring in it. */
export const linksOf = (held: Secret): LinkKeys => ("keyring" in held ? linkKeysOf(held.keyring) : held.links);
