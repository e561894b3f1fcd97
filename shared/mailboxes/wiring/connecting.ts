import { speaksTls } from "#shared/platform/egress/tls.ts";
import { mailLogins } from "#shared/inbox/purge-mailbox.ts";
import { connectionTests as testConnections } from "../connection/connection-tests.ts";
import { egress } from "#shared/platform/wiring/egress.ts";
import { mailReader, submissions } from "./transports.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { mailAccounts } from "./mail-accounts.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { oauthTokens, providers } from "./oauth.ts";
import { egressProxies, mailboxes } from "./sealed-mailboxes.ts";

/** Logs in and out again. */
export const connectionTests = /* @__PURE__ */ testConnections(
  /* @__PURE__ */ mailLogins({ submissions, mailReader, speaksTls: /* @__PURE__ */ speaksTls(egress) }),
);

/** The dependencies of connecting, testing and changing mailboxes. */
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
