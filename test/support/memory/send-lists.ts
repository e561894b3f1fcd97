import { allRecipients } from "#shared/domain/sending/recipients.ts";
import { DAY_MS } from "#shared/domain/sending/deliver/judge-claim.ts";
import type { MailboxLoad, SendFilter } from "#shared/domain/sending/ports/sends.ts";
import type { Send } from "#shared/domain/sending/send.ts";

/** Whether a send is what a list is filtered by. */
export const matches = (
  send: Send,
  { status, mailboxId, toEmail, since, until, threadId, kind, replied, bounced, metadata = {}, tags = [] }: SendFilter,
) =>
  (status === undefined || send.status === status) &&
  (mailboxId === undefined || send.mailboxId === mailboxId) &&
  (toEmail === undefined || allRecipients(send).includes(toEmail)) &&
  (since === undefined || send.createdAt >= since) &&
  (until === undefined || send.createdAt <= until) &&
  (threadId === undefined || send.threadId === threadId) &&
  (kind === undefined || send.kind === kind) &&
  (replied === undefined || (send.repliedAt !== undefined) === replied) &&
  (bounced === undefined || (send.bouncedAt !== undefined) === bounced) &&
  Object.entries(metadata).every(([name, value]) => send.metadata?.[name] === value) &&
  tags.every((tag) => send.tags?.includes(tag));

/** What left and what waits of mailboxes among these sends. */
export const loadsIn = (
  sends: readonly Send[],
  mailboxIds: readonly string[],
  until: Date,
  now: number,
): ReadonlyMap<string, MailboxLoad> => {
  const times = (id: string, timeOf: (send: Send) => Date | undefined) =>
    sends.flatMap((send) => (send.mailboxId === id ? (timeOf(send) ?? []) : [])).toSorted((a, b) => a.getTime() - b.getTime());
  const leftAt = ({ countedAt }: Send) => (countedAt && countedAt.getTime() > now - DAY_MS ? countedAt : undefined);
  const dueBy = ({ status, dueAt }: Send) => (["queued", "scheduled"].includes(status) && dueAt && dueAt <= until ? dueAt : undefined);
  return new Map(mailboxIds.map((id) => [id, { counted: times(id, leftAt), waiting: times(id, dueBy) }]));
};
