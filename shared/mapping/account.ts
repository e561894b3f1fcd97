import { account as schema } from "../contract/account.ts";
import type { Account } from "../domain/account/settings.ts";
import { type From, toWire } from "./wire.ts";

/** An account in the API. */
export const accountOut: From<Account, typeof schema> = toWire(schema);
