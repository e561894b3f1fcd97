import { setTimeout as pause } from "node:timers/promises";
import { mailAccounts as openAccounts } from "../connection/mail-accounts.ts";
import type { MailAccounts } from "../ports.ts";
import { clock } from "#shared/platform/system.ts";
import { oauthTokens, providers } from "./oauth.ts";
import { egressProxies, grants, mailboxes } from "./sealed-mailboxes.ts";

const accounts = openAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies, clock, pause });

/** Opens the credentials of mailboxes. The account for reading has the mailbox's id, for the directory of its messages. */
export const mailAccounts: MailAccounts = {
  ...accounts,
  imap: async (mailbox) => {
    const account = await accounts.imap(mailbox);
    return account && { ...account, mailboxId: mailbox.id };
  },
};
