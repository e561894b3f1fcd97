import { newId } from "#shared/platform/mongo/documents.ts";
import { namedRecipients } from "#shared/sending/recipients.ts";
import type { SendDocument } from "#shared/sending/store/send-documents.ts";
import { NOT_YET_SEARCHED } from "#shared/inbox/store/search/search-fields.ts";
import { newThread, threadsOf, type Transaction } from "./thread-documents.ts";
import { threadLinksOf } from "./thread-merges.ts";

/** Creates the threads that these sends start. A send that has not left names its thread but is not counted in it. */
export const beginThreads = async ({ database, session }: Transaction, sends: readonly SendDocument[]): Promise<void> => {
  const begun = sends.flatMap((send) => (send.threadId ? [{ ...send, threadId: send.threadId }] : []));
  if (begun.length === 0) return;
  const threads = begun.map(({ _id, userId, mailboxId, messageId, subject, toEmail, cc, threadId }) => ({
    ...newThread(String(userId), String(mailboxId), threadId),
    rootMessageId: messageId,
    subject,
    emailJobId: _id,
    // It waits for its recipient as soon as the send has left.
    state: "waiting" as const,
    participants: namedRecipients({ toEmail, cc }).map((email) => email.toLowerCase()),
    ...NOT_YET_SEARCHED,
  }));
  const links = begun.map(({ userId, mailboxId, messageId, threadId }) => ({
    _id: newId(),
    userId,
    mailboxId,
    messageId,
    threadId,
  }));
  await threadsOf(database).insertMany(threads, { session });
  await threadLinksOf(database).insertMany(links, { session });
};
