import type { MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { ApiClient } from "../http/api-client.ts";
import { directorySession } from "../http/directory-session.ts";
import { fetchGmailHeaders, fetchGmailMails, fetchGmailPart, providerIdOf } from "./fetch-gmail-mails.ts";
import { gmailChanges } from "./gmail-changes.ts";
import { gmailSync } from "./gmail-sync.ts";

/**
 * Reads mailboxes over the Gmail API and answers as IMAP would, from a directory of labels and UIDs that the mailbox's history keeps up to date. A poll
 * is one HTTP request for all folders.
 */
export const gmailMailReader = (client: ApiClient, directory: MailDirectory) => ({
  /** Opens a session; the first call checks the token. Throws MailFailure that classifyConnectionError understands. */
  open: async (account: ApiAccount, signal: AbortSignal): Promise<MailSession> => {
    const { mailboxId } = account;
    if (mailboxId === undefined) throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the mailbox is not connected") });
    const reading = { client, account, signal, directory, mailboxId };
    const sync = await gmailSync(reading);
    await sync.begin();
    return directorySession({
      directory,
      mailboxId,
      folders: sync.folders,
      asked: sync.asked,
      update: sync.update,
      relist: sync.relist,
      repair: sync.repair,
      odd: async () => {
        await sync.lookAtNewest();
        return new Set();
      },
      perPoll: Infinity,
      providerIdOf,
      fetch: (wanted) => fetchGmailMails(reading, wanted),
      fetchHeaders: (wanted) => fetchGmailHeaders(reading, wanted),
      fetchPart: (item, part, maxBytes) => fetchGmailPart(reading, item, { part, maxBytes }),
      changes: gmailChanges(reading, sync),
    });
  },
});
