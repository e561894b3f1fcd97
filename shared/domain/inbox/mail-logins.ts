import type { Logins } from "../mailboxes/connection/connection-tests.ts";
import { errorOf } from "../sending/deliver/judge-outcome.ts";
import type { Submissions } from "../sending/ports.ts";
import type { MailReader } from "./ports.ts";

/** The logins that a connection test tries: exactly those that deliver and pull. */
export const mailLogins = ({
  submissions,
  mailReader,
}: {
  readonly submissions: Submissions;
  readonly mailReader: MailReader;
}): Logins => ({
  smtp: async (account) => {
    const opened = await submissions.open(account);
    if ("kind" in opened) throw errorOf(opened);
    return opened;
  },
  imap: (account, signal) => mailReader.open(account, signal),
});
