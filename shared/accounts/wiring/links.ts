import { type LinkKeys, linksOf } from "#shared/suppressions/unsubscribe.ts";
import { secret } from "#shared/platform/wiring/secret.ts";

/** The keys that sign links. */
export const links = async (): Promise<LinkKeys> => linksOf(await secret());
