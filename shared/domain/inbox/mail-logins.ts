import type { Logins } from "../mailboxes/connection/connection-tests.ts";
import type { Submissions } from "../sending/ports/submission.ts";
import type { MailReader } from "./ports/mail-session.ts";

/** The logins that a connection test tries, the same that delivery and pulls use, and the check for a wrong TLS mode. */
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
  imap: (account, signal) => mailReader.open(account, signal),
  speaksTls,
});
