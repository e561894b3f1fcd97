import { type LinkKeys, linkKeysOf } from "../domain/suppressions/unsubscribe-token.ts";
import type { Secret } from "./secret.ts";

/** The link keys in the main secret; derived from the keyring in it while the secret has the previous version's shape. */
export const linksOf = (held: Secret): LinkKeys => ("keyring" in held ? linkKeysOf(held.keyring) : held.links);
