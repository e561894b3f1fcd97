import { setTimeout as pause } from "node:timers/promises";
import { mailAccounts as openAccounts } from "../../domain/mailboxes/connection/mail-accounts.ts";
import { clock } from "../system.ts";
import { oauthTokens } from "./oauth-tokens.ts";
import { providers } from "./providers.ts";
import { egressProxies, grants, mailboxes } from "./sealed-mailboxes.ts";

/** Opens the credentials of mailboxes. */
export const mailAccounts = openAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies, clock, pause });
