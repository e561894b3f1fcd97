import { allRecipients } from "#shared/sending/recipients.ts";
import { type MailboxLoad, queuedFields, type QueuedSend, type SendFilter } from "#shared/sending/ports/sends.ts";
import { acceptedOf, type Draft } from "#shared/sending/ports/acceptance.ts";
import { isHeld, type Send } from "#shared/sending/send.ts";

/** Which drafts are accepted with this balance and this room in the hour. */
export const acceptedWithin = (drafts: readonly Draft[], balance: number, room: number) => {
  const held = drafts.filter(({ send }) => send.holdUntil).length;
  const paid = acceptedOf(drafts, { count: drafts.length, held }).filter(({ send }) => !send.holdUntil).length;
  const count = Math.min(balance, room, paid);
  const outcome = { count, ...(held > 0 && { held }), ...(room < balance && { waitSeconds: 60 }) };
  return { outcome, accepted: acceptedOf(drafts, outcome) };
};

/** Whether a send is what a list is filtered by. */
export const matches = (
  send: Send,
  { status, mailboxId, toEmail, since, until, threadId, kind, replied, bounced, waitingFor, metadata = {}, tags = [] }: SendFilter,
) =>
  (send.draft === true) === (waitingFor === "draft") &&
  (waitingFor === undefined || isHeld(send)) &&
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

/** What left and what waits of one mailbox, of whose sends `sends` are known and `counted` have left. */
export const loadIn = (sends: readonly Send[], counted: readonly Date[], until: Date, now: Date): MailboxLoad => ({
  counted: [...counted, ...sends.flatMap(({ status, countedAt }) => (status === "processing" && !countedAt ? [now] : []))],
  waiting: sends
    .filter(({ status, dueAt }) => ["queued", "scheduled"].includes(status) && dueAt && dueAt <= until)
    .toSorted((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime())
    .map(
      (send) => Object.fromEntries(queuedFields.flatMap((field) => (field in send ? [[field, send[field]]] : []))) as unknown as QueuedSend,
    ),
});
