import { setTimeout as pause } from "node:timers/promises";
import { mailAccounts as openAccounts } from "../../domain/mailboxes/connection/mail-accounts.ts";
import type { MailAccounts } from "../../domain/mailboxes/ports.ts";
import { clock } from "../system.ts";
import { oauthTokens } from "./oauth-tokens.ts";
import { providers } from "./providers.ts";
import { egressProxies, grants, mailboxes } from "./sealed-mailboxes.ts";

const accounts = openAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies, clock, pause });

/** Opens the credentials of mailboxes; what a mailbox is read with names it, for the directory of its messages. */
export const mailAccounts: MailAccounts = {
  ...accounts,
  imap: async (mailbox) => {
    const account = await accounts.imap(mailbox);
    return account && { ...account, mailboxId: mailbox.id };
  },
};
