import { setTimeout as pause } from "node:timers/promises";
import { createOpenSocket } from "../adapters/egress/open-socket.ts";
import { speaksTls } from "../adapters/egress/speaks-tls.ts";
import { upgradeTls } from "../adapters/egress/upgrade-tls.ts";
import { imapMailReader } from "../adapters/imap/mail-reader.ts";
import { imapConnections } from "../adapters/imap/open-connection.ts";
import { imapSentFolder } from "../adapters/imap/sent-folder.ts";
import { createOAuthTokens } from "../adapters/oauth/oauth-tokens.ts";
import { smtpSubmissions } from "../adapters/smtp/submissions.ts";
import { mailLogins } from "../domain/inbox/mail-logins.ts";
import { parseAllowList } from "../domain/mailboxes/egress/address-policy.ts";
import { connectionTests as testConnections } from "../domain/mailboxes/connection/connection-tests.ts";
import { mailAccounts as openAccounts } from "../domain/mailboxes/connection/mail-accounts.ts";
import { sparingSilentHosts } from "../domain/mailboxes/connection/silent-hosts.ts";
import type { ImapAccount, SmtpAccount } from "../domain/mailboxes/mailbox.ts";
import { setting } from "./env.ts";
import { postHttp } from "./http.ts";
import { providers } from "./providers.ts";
import { grants, ips, mailboxes } from "./store.ts";
import { clock } from "./system.ts";

const egress = { openSocket: createOpenSocket({ allowed: parseAllowList(setting("EGRESS_ALLOW")) }), upgradeTls };
const openImap = /* @__PURE__ */ imapConnections(egress);

const submissions = /* @__PURE__ */ smtpSubmissions(egress);
export const mailReader = /* @__PURE__ */ imapMailReader(openImap);
/** For work that comes again by itself: a host that hangs is left alone for a while. */
export const patientSubmissions = { open: /* @__PURE__ */ sparingSilentHosts((account: SmtpAccount) => submissions.open(account), clock) };
/** The same for pulls. */
export const patientReader = {
  open: /* @__PURE__ */ sparingSilentHosts((account: ImapAccount, signal: AbortSignal) => mailReader.open(account, signal), clock),
};
export const sentFolder = /* @__PURE__ */ imapSentFolder(openImap);
export const oauthTokens = /* @__PURE__ */ createOAuthTokens({ clock, postHttp });
export const mailAccounts = /* @__PURE__ */ openAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies: ips, clock, pause });
export const connectionTests = /* @__PURE__ */ testConnections(
  /* @__PURE__ */ mailLogins({ submissions, mailReader, speaksTls: speaksTls(egress) }),
);
