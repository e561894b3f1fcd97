import { log } from "../log.ts";
import { clock, ids } from "../system.ts";
import { connectionTests } from "./connection-tests.ts";
import { mailAccounts } from "./mail-accounts.ts";
import { eventOutbox } from "./event-outbox.ts";
import { oauthTokens } from "./oauth-tokens.ts";
import { providers } from "./providers.ts";
import { egressProxies, mailboxes } from "./sealed-mailboxes.ts";

/** The ports of connecting, testing and changing mailboxes. */
export const connecting = {
  mailboxes,
  mailAccounts,
  egressProxies,
  connectionTests,
  providers,
  oauthTokens,
  eventOutbox,
  clock,
  ids,
  log,
};
