import { type AnyBulkWriteOperation, type ClientSession, ObjectId } from "mongodb";
import { decideMail, ownSend } from "../../../domain/inbox/store/ingest.ts";
import { triggerOf } from "../../../domain/inbox/store/cancels.ts";
import { keysOf, type KnownMessage, recognise } from "../../../domain/inbox/store/known-mail.ts";
import type { DecidedMail, OwnSend, OwnSends, PreparedMail } from "../../../domain/inbox/store/prepared-mail.ts";
import { isReplySubject } from "../../../domain/mail/write/compose/subject.ts";
import { planThreads, type ThreadPlan, type ThreadSign } from "../../../domain/inbox/store/plan-threads.ts";
import type { Message } from "../../../domain/inbox/message.ts";
import type { Ingest } from "../../../domain/inbox/ports.ts";
import type { SyncLease } from "../../../domain/inbox/pull/sync-state.ts";
import { factsOfMessage, isParty, joinFacts, noFacts } from "../../../domain/conversations/thread-facts.ts";
import { allRecipients, type BouncedRecipient } from "../../../domain/sending/recipients.ts";
import { transitions } from "../../../domain/sending/send.ts";
import type { Connect, Database } from "../database.ts";
import { fromDocument, oid, toDocument } from "../documents.ts";
import { bornWithNews, withNews } from "../events/event-documents.ts";
import { endMessageBodies, forEver, type KeptDays } from "../retention.ts";
import { messageBodiesOf, messagesOf } from "./message-documents.ts";
import { type SendDocument, sendsOf } from "../sending/send-documents.ts";
import { cancelAnswered } from "./answers.ts";
import { moveCursors } from "./sync-states.ts";
import { threadLinksOf } from "./thread-links.ts";
import { factsUpdate, newThread, type ThreadDocument, threadsOf } from "./thread-documents.ts";
import { mergeThreads } from "./thread-merges.ts";
import { suppressBounced } from "./suppress-bounced.ts";
import { addToThreads, livingThreads, recount } from "./thread-summary.ts";

/** One page of received mail under way: its transaction and mailbox. */
interface Page {
  readonly database: Database;
  readonly session: ClientSession;
  readonly lease: SyncLease;
  readonly keptDays: KeptDays;
}

/** Stores received mail in MongoDB. */
export const mongoIngest = (connect: Connect, keptDays: KeptDays = forEver): Ingest => ({
  commit: async (lease, cursors, mails) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const page = { database, session, lease, keptDays };
      await moveCursors(database, lease, cursors, session);
      const own = await ownSends(page, mails);
      const fresh = await withoutKnown(page, mails);
      await rememberProviderIds(page, fresh, own);
      const decided = fresh.map((mail) => decideMail(mail, own)).filter((mail) => mail !== undefined);
      if (decided.length > 0) await store(page, decided, await plan(page, decided, own.all));
      return decided.length;
    });
  },
});

const knownFields = {
  dedupeKey: 1,
  providerId: 1,
  messageId: 1,
  isRead: 1,
  createdAt: 1,
  folder: 1,
  uidValidity: 1,
  uid: 1,
} as const satisfies Partial<Record<keyof KnownMessage, 1>>;

/** Leaves out what is stored already; its state stays, only where it lies on the server is noted anew. Stubs make room for the whole message. */
const withoutKnown = async ({ database, session, lease }: Page, mails: readonly PreparedMail[]): Promise<readonly PreparedMail[]> => {
  if (mails.length === 0) return [];
  const messages = messagesOf(database);
  const mailboxId = oid(lease.id);
  const { keys, providerIds } = keysOf(mails);
  const { folder, uidValidity } = mails[0]!.message;
  // All mails of a page lie in one folder. Each branch has its own index.
  const same = [
    { mailboxId, dedupeKey: { $in: [...keys] } },
    { mailboxId, folder, uidValidity, uid: { $in: mails.map(({ message }) => message.uid) } },
    ...(providerIds.length > 0 ? [{ mailboxId, providerId: { $in: [...providerIds] } }] : []),
  ];
  const known = await messages.find({ $or: same }, { session, projection: knownFields }).toArray();
  const { fresh, moved } = recognise(
    mails,
    known.map((row) => fromDocument<KnownMessage>(row)),
  );
  const moves = moved.map(({ id, to }) => ({ updateOne: { filter: { _id: oid(id), mailboxId }, update: { $set: { ...to } } } }));
  if (moves.length > 0) await messages.bulkWrite(moves, { session });
  const replaced = fresh.filter(({ replacesStub }) => replacesStub).map(({ message }) => oid(message.id));
  if (replaced.length > 0) {
    const stubs = { _id: { $in: replaced }, userId: oid(lease.userId) };
    await messages.deleteMany(stubs, { session });
    await messageBodiesOf(database).deleteMany(stubs, { session });
  }
  return fresh;
};

/** Notes on sends that were found in the Sent folder the Message-ID that their provider gave them instead. */
const rememberProviderIds = async ({ database, session, lease }: Page, mails: readonly PreparedMail[], own: OwnSends): Promise<void> => {
  const renamed = mails.flatMap((mail) => {
    const { direction, messageId: providerMessageId } = mail.message;
    const send = direction === "outbound" ? ownSend(mail, own) : undefined;
    if (!send || providerMessageId === "" || providerMessageId === send.messageId) return [];
    return [{ updateOne: { filter: { _id: oid(send.id), userId: oid(lease.userId) }, update: { $set: { providerMessageId } } } }];
  });
  if (renamed.length > 0) await sendsOf(database).bulkWrite(renamed, { session });
};

/** Only the ids that this service gives out can be its sends' (G5). */
const OWN_ID = /^<[0-9a-f]{24}\.[0-9a-f]{32}@/;
const ownSendFields = {
  messageId: 1,
  providerMessageId: 1,
  threadId: 1,
  toEmail: 1,
  cc: 1,
  bcc: 1,
  subject: 1,
  sentAt: 1,
  createdAt: 1,
} as const;

const ownSends = async (
  { database, session, lease }: Page,
  mails: readonly PreparedMail[],
): Promise<OwnSends & { readonly all: readonly OwnSend[] }> => {
  const mine = { userId: oid(lease.userId), mailboxId: oid(lease.id) };
  const options = { session, projection: ownSendFields };
  const named = new Set(
    mails.flatMap(({ links, parentIds, quotedIds, mark, bounce }) => [
      ...links,
      ...parentIds,
      ...quotedIds,
      mark,
      ...(bounce?.messageIds ?? []),
    ]),
  );
  const answered = [...new Set(mails.flatMap(({ parentIds, bounce }) => [...parentIds, ...(bounce?.messageIds ?? [])]))];
  const given = { messageId: { $in: [...named].filter((id) => OWN_ID.test(id)) } };
  const renamed = { providerMessageId: { $in: answered.filter((id) => !OWN_ID.test(id)) } };
  const byId = [
    ...(given.messageId.$in.length === 0
      ? []
      : await sendsOf(database)
          .find({ ...mine, ...given }, options)
          .toArray()),
    ...(renamed.providerMessageId.$in.length === 0
      ? []
      : await sendsOf(database)
          .find({ ...mine, ...renamed }, options)
          .toArray()),
  ];
  const recipients = [...new Set(mails.flatMap(askedFor))];
  const toThem = { ...mine, recipient: { $in: recipients }, sentAt: { $exists: true } };
  const sentTo = recipients.length === 0 ? [] : await sendsOf(database).find(toThem, options).sort({ createdAt: -1 }).limit(1000).toArray();
  const all = byId.map((send) => fromDocument<OwnSend>(send));
  const byMessageId = new Map(all.flatMap((send) => [send.messageId, send.providerMessageId ?? send.messageId].map((id) => [id, send])));
  const byRecipient = new Map<string, OwnSend[]>();
  for (const row of sentTo) {
    const send = fromDocument<OwnSend>(row);
    for (const email of new Set(allRecipients(send).map((one) => one.toLowerCase()))) {
      const known = byRecipient.get(email);
      if (known) known.push(send);
      else byRecipient.set(email, [send]);
    }
  }
  return { all, byMessageId: (id) => byMessageId.get(id), byRecipient: (email) => byRecipient.get(email) ?? [] };
};

/** The recipients whose sends may tell what a mail is about. */
const askedFor = ({ bounce, parentIds, author, message }: PreparedMail): readonly string[] => {
  if (bounce) return bounce.recipients.map(({ email }) => email);
  return parentIds.length > 0 || author === undefined || !isReplySubject(message.subject) ? [] : [author];
};

const plan = async ({ database, session, lease }: Page, mails: readonly DecidedMail[], named: readonly OwnSend[]): Promise<ThreadPlan> => {
  const concerned = mails.flatMap(({ concerns }) => (concerns ? [concerns] : []));
  const sends = [...new Map([...named, ...concerned].map((send) => [send.id, send])).values()];
  const ids = [...new Set([...mails.flatMap(({ links }) => links), ...sends.map(({ messageId }) => messageId)])];
  const links = await threadLinksOf(database)
    .find({ mailboxId: oid(lease.id), messageId: { $in: ids } }, { session })
    .toArray();
  const threadIds = [...links.map(({ threadId }) => String(threadId)), ...sends.flatMap(({ threadId }) => threadId ?? [])];
  // Links and sends may still name a thread that was merged into another.
  const living = await livingThreads({ database, session }, lease.userId, threadIds);
  const idOf = (id: string) => String(living.get(id)?._id ?? id);
  const threads = new Map(links.map(({ messageId, threadId }) => [messageId, idOf(String(threadId))]));
  const known = new Map(
    [...living.values()].map(({ _id, createdAt, facts }) => [
      String(_id),
      { began: createdAt, hasParty: (email: string) => isParty(facts, email) },
    ]),
  );
  const placed = sends.map((send) => (send.threadId === undefined ? send : { ...send, threadId: idOf(send.threadId) }));
  return planThreads(mails, { threads, sends: placed, known }, () => new ObjectId().toHexString());
};

const store = async (page: Page, mails: readonly DecidedMail[], threads: ThreadPlan): Promise<void> => {
  const { database, session, lease } = page;
  const userId = oid(lease.userId);
  const mailboxId = oid(lease.id);
  const rows = mails.map((mail, i) => ({
    ...mail.message,
    kind: mail.kind,
    threadId: threads.threadOf[i]!,
    ...(mail.concerns && { emailJobId: mail.concerns.id }),
    ...explained(mail, threads.shown[i]!),
  }));
  await messagesOf(database).insertMany(
    rows.map((row, i) => ({
      ...toDocument(row, ["userId", "mailboxId", "threadId", "emailJobId"]),
      unsearched: true as const,
      // A stub that is replaced has been told of.
      ...(row.direction === undefined && !mails[i]?.replacesStub && bornWithNews("message.received", row.createdAt)),
    })),
    { session },
  );
  await messageBodiesOf(database).insertMany(
    mails.map(({ message, body }) => ({ _id: oid(message.id), userId, ...body })),
    { session },
  );
  const stored = mails.map(({ message }) => oid(message.id));
  await endMessageBodies(database, session, stored, page.keptDays);
  await mergeThreads(page, lease.userId, threads.merges);
  if (threads.links.size > 0) {
    const links = [...threads.links].map(([messageId, threadId]) => ({
      _id: new ObjectId(),
      userId,
      mailboxId,
      messageId,
      threadId: oid(threadId),
    }));
    await threadLinksOf(database).insertMany(links, { session });
  }
  await stampSends(page, mails, threads);
  await suppressBounced(page, mails);
  // A stub was counted: its threads are derived anew below.
  const counted = new Set(mails.filter(({ replacesStub }) => replacesStub).map(({ message }) => message.id));
  const messagesIn = Map.groupBy(
    rows.filter(({ id }) => !counted.has(id)),
    ({ threadId }) => threadId,
  );
  const factsOf = (id: string) => (messagesIn.get(id) ?? []).map(factsOfMessage).reduce(joinFacts, noFacts);
  const created = new Set(threads.created);
  if (created.size > 0) {
    const fresh = threads.created.map((id) => newThread(lease.userId, lease.id, oid(id), factsOf(id)));
    await threadsOf(database).insertMany(fresh, { session });
  }
  // Of a new thread all messages are at hand; only what was sent in it is not.
  const joined = new Set(threads.joined.map(({ threadId }) => threadId));
  const mayHoldSends = (id: string) => !created.has(id) || joined.has(id);
  const changed = threads.touched.filter(mayHoldSends);
  await addToThreads(page, lease.userId, new Map(changed.map((id) => [id, created.has(id) ? noFacts : factsOf(id)])));
  const triggers = mails.flatMap((mail, i) => {
    const threadId = threads.threadOf[i]!;
    const trigger = mayHoldSends(threadId) ? triggerOf(mail, threads.shown[i]!.rule === "newcomer") : undefined;
    return trigger ? [{ trigger, threadId }] : [];
  });
  for (const [trigger, group] of Map.groupBy(triggers, (one) => one.trigger)) {
    const threadIds = group.map(({ threadId }) => threadId);
    await cancelAnswered(page, lease.userId, trigger, threadIds);
  }
  const changedStubs = rows.filter(({ id }) => counted.has(id)).map(({ threadId }) => threadId);
  for (const thread of new Set((await livingThreads(page, lease.userId, changedStubs)).values())) await deriveAnew(page, thread);
};

/** A longer thread is not derived anew within a page's transaction: only its snippet may be its stub's then. */
const DERIVED_MESSAGES_MAX = 1000;

const deriveAnew = async (page: Page, thread: ThreadDocument): Promise<void> => {
  const facts = await recount(page, thread, DERIVED_MESSAGES_MAX);
  const { _id, userId } = thread;
  if (facts) await threadsOf(page.database).updateOne({ _id, userId }, factsUpdate(facts), { session: page.session });
};

/** What the message says of how it was understood. */
const explained = ({ explained: kind, linkedBy }: DecidedMail, thread: ThreadSign): Pick<Message, "newcomer" | "explanation"> => ({
  explanation: {
    kindRule: kind.rule,
    threadRule: linkedBy ?? thread.rule,
    evidence: [...new Set([kind.evidence, thread.evidence])].filter((line) => line !== "").join("; "),
  },
  ...(thread.rule === "newcomer" && { newcomer: true }),
});

/** A failed send of which something came back was accepted by the server after all: a bounce, an answer, also an automatic one. */
const settleUnknown = (userId: ObjectId, mails: readonly DecidedMail[]): AnyBulkWriteOperation<SendDocument>[] =>
  mails.flatMap(({ concerns }) => {
    if (!concerns) return [];
    const unknown = { _id: oid(concerns.id), userId, status: { $in: [...transitions.succeedLate.from] }, stage: "intent" as const };
    const sent = { status: transitions.succeedLate.to, sentAt: "$countedAt", lastError: "", ...withNews("send.sent") };
    return [{ updateOne: { filter: unknown, update: [{ $set: sent }, { $unset: ["stage"] }] } }];
  });

const noteReturned = (send: { readonly _id: ObjectId; readonly userId: ObjectId }, one: BouncedRecipient) => {
  const bounces = { $concatArrays: [{ $ifNull: ["$bounces", []] }, [{ $literal: one }]] };
  const update = [{ $set: { bounces, ...withNews("send.bounced") } }];
  return { updateOne: { filter: { ...send, "bounces.email": { $ne: one.email } }, update } };
};

/** replied_at is the earliest answer's, bounced_at the earliest failure's; both in the transaction of the message (G18). The first answer is news, and the first failure of each recipient. */
const stampSends = async ({ database, session, lease }: Page, mails: readonly DecidedMail[], { joined }: ThreadPlan): Promise<void> => {
  const userId = oid(lease.userId);
  const stamps = mails.flatMap(({ message, concerns, stamp, bounce, returned = [] }): AnyBulkWriteOperation<SendDocument>[] => {
    if (!concerns || !stamp) return [];
    const send = { _id: oid(concerns.id), userId };
    const at = message.receivedAt;
    if (stamp === "replied") {
      const first = {
        filter: { ...send, repliedAt: { $exists: false } },
        update: [{ $set: { repliedAt: at, ...withNews("send.replied") } }],
      };
      return [{ updateOne: first }, { updateOne: { filter: { ...send, repliedAt: { $gt: at } }, update: { $set: { repliedAt: at } } } }];
    }
    const bounced = { bouncedAt: at, bounceReason: { $literal: bounce?.reason ?? "" } };
    const first = { filter: { ...send, bouncedAt: { $exists: false } }, update: [{ $set: bounced }] };
    return [
      ...returned.map((one) => noteReturned(send, { ...one, at })),
      { updateOne: first },
      { updateOne: { filter: { ...send, bouncedAt: { $gt: at } }, update: [{ $set: bounced }] } },
    ];
  });
  const joins = joined.map(({ sendId, threadId }): AnyBulkWriteOperation<SendDocument> => ({
    updateOne: { filter: { _id: oid(sendId), userId }, update: { $set: { threadId: oid(threadId), uncounted: true } } },
  }));
  const all = [...settleUnknown(userId, mails), ...stamps, ...joins];
  if (all.length > 0) await sendsOf(database).bulkWrite(all, { session });
};
