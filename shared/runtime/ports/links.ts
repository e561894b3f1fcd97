import type { LinkKeys } from "../../domain/suppressions/unsubscribe-token.ts";
import { linksOf } from "../links.ts";
import { secret } from "./secret.ts";

/** The keys that sign links. */
export const links = async (): Promise<LinkKeys> => linksOf(await secret());
