import { ObjectId } from "mongodb";
import type { DeliveryReport, Message } from "../../../../domain/inbox/message.ts";
import { triggerOf } from "../../../../domain/inbox/store/cancels.ts";
import type { ThreadPlan, ThreadSign } from "../../../../domain/inbox/store/plan-threads.ts";
import type { BounceFacts, DecidedMail } from "../../../../domain/inbox/store/prepared-mail.ts";
import { oid, toDocument } from "../../documents.ts";
import { eventAtInsert } from "../../events/event-documents.ts";
import { endMessageBodies } from "../../retention.ts";
import { cancelAnswered } from "../answers.ts";
import { messageBodiesOf, messagesOf, toBodyDocument } from "../message-documents.ts";
import { NOT_YET_SEARCHED } from "../search/search-fields.ts";
import { suppressBounced } from "../suppress-bounced.ts";
import { threadLinksOf } from "../thread-links.ts";
import { mergeThreads } from "../thread-merges.ts";
import { growThreads, mayHoldSends } from "./grow-threads.ts";
import type { Page } from "./page.ts";
import { stampSends } from "./stamp-sends.ts";

/** Stores mails with their bodies, links and threads; their sends are stamped, and what an answer cancels is cancelled. */
export const storeMails = async (page: Page, mails: readonly DecidedMail[], plan: ThreadPlan): Promise<void> => {
  const messages = mails.map((mail, i) => messageOf(mail, plan.threadOf[i]!, plan.shown[i]!));
  await insertMessages(page, mails, messages);
  await mergeThreads(page, page.lease.userId, plan.merges);
  await insertLinks(page, plan);
  await stampSends(page, mails, plan);
  await suppressBounced(page, mails);
  const stubs = new Set(mails.filter(({ replacesStub }) => replacesStub).map(({ message }) => message.id));
  await growThreads(page, messages, plan, stubs);
  await cancelByAnswers(page, mails, plan);
};

const messageOf = (mail: DecidedMail, threadId: string, thread: ThreadSign): Message => ({
  ...mail.message,
  kind: mail.kind,
  threadId,
  ...(mail.concerns && { emailJobId: mail.concerns.id }),
  ...(mail.bounce && { report: reportOf(mail.bounce) }),
  ...(mail.corrected && { ruled: { ...mail.corrected.ruled, threadId } }),
  ...explained(mail, thread),
});

const reportOf = ({ messageIds: _messageIds, ...report }: BounceFacts): DeliveryReport => report;

const insertMessages = async (page: Page, mails: readonly DecidedMail[], messages: readonly Message[]): Promise<void> => {
  const { database, session, lease } = page;
  const userId = oid(lease.userId);
  const documents = messages.map((message, i) => ({
    ...toDocument(message, ["userId", "mailboxId", "threadId", "emailJobId"]),
    ...NOT_YET_SEARCHED,
    // A stub that is replaced has been told of.
    ...(message.direction === undefined && !mails[i]?.replacesStub && eventAtInsert("message.received", message.createdAt)),
  }));
  await messagesOf(database).insertMany(documents, { session });
  const bodies = mails.map(({ message, body }) => toBodyDocument(oid(message.id), userId, body));
  await messageBodiesOf(database).insertMany(bodies, { session });
  const stored = mails.map(({ message }) => oid(message.id));
  await endMessageBodies(database, session, stored, page.keptDays);
};

const insertLinks = async ({ database, session, lease }: Page, { links }: ThreadPlan): Promise<void> => {
  if (links.size === 0) return;
  const owner = { userId: oid(lease.userId), mailboxId: oid(lease.id) };
  const documents = [...links].map(([messageId, threadId]) => ({ _id: new ObjectId(), ...owner, messageId, threadId: oid(threadId) }));
  await threadLinksOf(database).insertMany(documents, { session });
};

const cancelByAnswers = async (page: Page, mails: readonly DecidedMail[], plan: ThreadPlan): Promise<void> => {
  const holdsSends = mayHoldSends(plan);
  const triggers = mails.flatMap((mail, i) => {
    const threadId = plan.threadOf[i]!;
    const trigger = holdsSends(threadId) ? triggerOf(mail, plan.shown[i]!.newcomer) : undefined;
    return trigger ? [{ trigger, threadId }] : [];
  });
  for (const [trigger, group] of Map.groupBy(triggers, (one) => one.trigger)) {
    const threadIds = group.map(({ threadId }) => threadId);
    await cancelAnswered(page, page.lease.userId, trigger, threadIds);
  }
};

/** What the message says of how it was understood. */
const explained = (
  { explained: kind, linkedBy, dmarcFailure = "" }: DecidedMail,
  thread: ThreadSign,
): Pick<Message, "newcomer" | "explanation"> => ({
  explanation: {
    kindRule: kind.rule,
    threadRule: linkedBy ?? thread.rule,
    evidence: [...new Set([kind.evidence, thread.evidence, dmarcFailure])].filter((line) => line !== "").join("; "),
  },
  ...(thread.newcomer && { newcomer: true }),
});
