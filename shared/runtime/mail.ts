import { setTimeout as pause } from "node:timers/promises";
import { createOpenSocket } from "../adapters/egress/open-socket.ts";
import { upgradeTls } from "../adapters/egress/upgrade-tls.ts";
import { imapMailReader } from "../adapters/imap/mail-reader.ts";
import { imapConnections } from "../adapters/imap/open-connection.ts";
import { imapSentFolder } from "../adapters/imap/sent-folder.ts";
import { createOAuthTokens } from "../adapters/oauth/oauth-tokens.ts";
import { smtpSubmissions } from "../adapters/smtp/submissions.ts";
import { parseAllowList } from "../domain/mailboxes/address-policy.ts";
import { connectionTests as testConnections } from "../domain/mailboxes/connection-tests.ts";
import { mailAccounts as openAccounts } from "../domain/mailboxes/mail-accounts.ts";
import { setting } from "./env.ts";
import { providers } from "./providers.ts";
import { grants, ips, mailboxes } from "./store.ts";
import { clock } from "./system.ts";

const egress = { openSocket: createOpenSocket({ allowed: parseAllowList(setting("EGRESS_ALLOW")) }), upgradeTls };
const openImap = imapConnections(egress);

export const submissions = smtpSubmissions(egress);
export const mailReader = imapMailReader(openImap);
export const sentFolder = imapSentFolder(openImap);
export const oauthTokens = createOAuthTokens({ clock });
export const mailAccounts = openAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies: ips, clock, pause });
export const connectionTests = testConnections({ submissions, mailReader });
