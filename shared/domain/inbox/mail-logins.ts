import { isGraph } from "../mailboxes/mailbox.ts";
import type { Logins } from "../mailboxes/connection/connection-tests.ts";
import type { Submissions } from "../sending/ports/submission.ts";
import type { MailReader } from "./ports/mail-session.ts";

/**
 * The logins that a connection test tries, the same that delivery and pulls use, and the check for a wrong TLS mode. IMAP opens INBOX too: some
 * servers take the login and refuse the mail.
 */
export const mailLogins = ({
  submissions,
  mailReader,
  speaksTls,
}: {
  readonly submissions: Submissions;
  readonly mailReader: MailReader;
  readonly speaksTls: Logins["speaksTls"];
}): Logins => ({
  smtp: (account) => submissions.open(account),
  imap: async (account, signal) => {
    const session = await mailReader.open(account, signal);
    if (isGraph(account)) return session;
    return session.open("INBOX").then(
      () => session,
      (error: unknown) => {
        session.close();
        throw error;
      },
    );
  },
  speaksTls,
});
