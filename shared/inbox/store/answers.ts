import type { ObjectId, Filter } from "mongodb";
import { type SendDocument, sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import type { Transaction } from "#shared/threads/store/thread-documents.ts";
import { peopleOf, sequencesOf } from "#shared/sequences/store/sequences.ts";
import type { OpenCorrection } from "#shared/threads/correct-message.ts";
import type { AutoClass } from "#shared/mail/read/absence/read-absence.ts";
import { byOwnWordsFirst, cancellingKinds, isOwnWords, kindsOf, provingThreadRules } from "../ingest/cancels.ts";
import type { ThreadRule } from "../message.ts";
import type { WaitingSends } from "../ports/open-page.ts";
import type { Answers } from "#shared/sending/ports/claims.ts";
import { type CancelReason, cancelReasons, type CancelTrigger } from "#shared/sending/send.ts";
import { transitions } from "#shared/sending/transitions.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { allRecipients } from "#shared/sending/recipients.ts";
import { updateBy, whichMay } from "#shared/sending/store/apply-transition.ts";
import { endFollowUpsOf } from "#shared/sending/store/deferrals.ts";
import { type MessageDocument, messagesOf } from "./message-documents.ts";
import { currentThreads } from "#shared/threads/store/thread-summary.ts";

/** These sends without steps of deleted sequences and of people who were removed, to whom nothing comes back. */
const withoutRemoved = async (
  { database, session }: Transaction,
  userId: ObjectId,
  sends: readonly SendDocument[],
): Promise<readonly SendDocument[]> => {
  const steps = sends.filter((send) => send.sequenceId !== undefined);
  if (steps.length === 0) return sends;
  const deleted = { _id: { $in: steps.map((send) => send.sequenceId!) }, userId, deletedAt: { $exists: true } };
  const people = {
    userId,
    sequenceId: { $in: steps.map((send) => send.sequenceId!) },
    email: { $in: steps.map(({ toEmail }) => toEmail.toLowerCase()) },
    removedAt: { $exists: true },
  };
  const sequences = await sequencesOf(database)
    .find(deleted, { session, projection: { _id: 1 } })
    .toArray();
  const removed = await peopleOf(database)
    .find(people, { session, projection: { sendIds: 1 } })
    .toArray();
  const gone = new Set([...sequences.map(({ _id }) => _id.toHexString()), ...removed.flatMap(({ sendIds }) => sendIds)]);
  return sends.filter(({ _id, sequenceId }) => !gone.has(_id.toHexString()) && !gone.has(sequenceId?.toHexString() ?? ""));
};

/** The ids of threads and of threads merged into them. */
const allIds = async (transaction: Transaction, userId: string, threadIds: readonly string[]): Promise<readonly ObjectId[]> => {
  const threads = [...(await currentThreads(transaction, userId, threadIds)).values()];
  return threads.flatMap(({ _id, aliasIds }) => [_id, ...aliasIds]);
};

/** Mail of an unverified sender that contains an id of ours. */
const provenAnswer = { emailJobId: { $exists: true }, "explanation.threadRule": { $in: [...provingThreadRules] } };
/**
 * Mail that one sign alone links to a send of ours, its subject with the author's address or our words: a person has to say whether it is an answer.
 */
const unclearAnswer = {
  newcomer: true,
  emailJobId: { $exists: true },
  "explanation.threadRule": "subject" as const,
  forged: { $exists: false },
};
/** Bounces reported with an id of ours, or recorded by a version that did not distinguish the two. */
const provenBounce = [{ bounces: { $exists: false } }, { bounces: { $elemMatch: { unproven: { $exists: false as const } } } }] as const;

/** Finds in MongoDB whether the conversation of a send has an event of its `cancelOn`, and returns the reason for cancelling. */
export const mongoAnswersTo =
  (connect: Connect): Answers["to"] =>
  async (send) => {
    const database = await connect();
    return database.transaction((session) => answersTo({ database, session }, send));
  };

/** How many of a conversation's latest notes, or requests to stop, are looked at. */
const NOTES_MAX = 20;

/** Mail of verified senders, none of the account's own people, that one of these rules, or a person, links to a send. */
const linkedBy = (rules: readonly ThreadRule[]) => ({
  emailJobId: { $exists: true },
  newcomer: { $exists: false as const },
  colleague: { $exists: false as const },
  $or: [{ "explanation.threadRule": { $in: [...rules] } }, { ruled: { $exists: true } }],
});

/** Answers that ask for no more email. */
const linkedRequests = { kind: "reply" as const, intent: "unsubscribe" as const, ...linkedBy(provingThreadRules) };

/** The thread rules of mail that contains an id of ours itself: only such a note moves what waits. */
const namingRules = ["send", "quote"] as const satisfies readonly ThreadRule[];

/** Automatic answers of these classes, linked by these rules. */
const linkedNotes = (classes: readonly AutoClass[], rules: readonly ThreadRule[]) => ({
  kind: "auto_reply" as const,
  autoClass: { $in: [...classes] },
  ...linkedBy(rules),
});

/** Finds in MongoDB the latest note by which a recipient of the send is away (`Answers.away`). */
export const mongoAwayNote =
  (connect: Connect): Answers["away"] =>
  async (send) => {
    if (send.threadId === undefined) return undefined;
    const database = await connect();
    const threadId = send.threadId;
    return database.transaction(async (session) => {
      const ids = await allIds({ database, session }, send.userId, [threadId]);
      const notes = messagesOf(database).find(
        {
          userId: oid(send.userId),
          threadId: { $in: [...ids] },
          ...linkedNotes(["away", "left"], namingRules),
        },
        { session, projection: { from: 1, receivedAt: 1, autoClass: 1, returnsOn: 1 } },
      );
      const recipients = new Set(allRecipients(send).map((email) => email.toLowerCase()));
      const latest = (await notes.sort({ receivedAt: -1, _id: -1 }).limit(NOTES_MAX).toArray()).find(({ from }) =>
        recipients.has(from.email.toLowerCase()),
      );
      return latest?.autoClass === "away" ? { receivedAt: latest.receivedAt, returnsOn: latest.returnsOn } : undefined;
    });
  };

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Does the same within a transaction. */
const answersTo = async (
  transaction: Transaction,
  { userId, threadId, toEmail, cancelOn = [], answersSince = new Date(0) }: Parameters<Answers["to"]>[0],
): Promise<CancelReason | undefined> => {
  if (threadId === undefined) return undefined;
  const { database, session } = transaction;
  const ids = await allIds(transaction, userId, [threadId]);
  const of = { userId: oid(userId), threadId: { $in: [...ids] }, createdAt: { $gte: answersSince } };
  const received = { ...of, direction: { $exists: false }, colleague: { $exists: false } };
  const clear = { ...received, $or: [{ newcomer: { $exists: false } }, provenAnswer] };
  const ofRecipient = async (which: Filter<MessageDocument>) => {
    const found = messagesOf(database).find({ ...received, ...which }, { session, projection: { from: 1 } });
    const latest = await found.sort({ receivedAt: -1, _id: -1 }).limit(NOTES_MAX).toArray();
    return latest.find(({ from }) => isSame(from.email, toEmail));
  };
  const came: Readonly<Record<CancelTrigger, () => Promise<unknown>>> = {
    bounce: () => sendsOf(database).findOne({ ...of, bouncedAt: { $exists: true }, $or: [...provenBounce] }, { session }),
    left: () => ofRecipient(linkedNotes(["left"], provingThreadRules)),
    asked: () => ofRecipient(linkedRequests),
    reply: () => messagesOf(database).findOne({ ...clear, kind: { $in: [...cancellingKinds.reply] } }, { session }),
    auto_reply: () => messagesOf(database).findOne({ ...clear, kind: { $in: [...cancellingKinds.auto_reply] } }, { session }),
  };
  for (const trigger of cancelOn.toSorted(byOwnWordsFirst)) if (await came[trigger]()) return cancelReasons[trigger];
  const kinds = kindsOf(cancelOn);
  const unclear =
    kinds.length > 0 && (await messagesOf(database).findOne({ ...received, ...unclearAnswer, kind: { $in: [...kinds] } }, { session }));
  return unclear ? "answer_unclear" : undefined;
};

/** The id of a message of a verified sender that the conversation stored since a time; undefined for none. */
export const mailSince = async (transaction: Transaction, userId: string, threadId: string, since: Date): Promise<string | undefined> => {
  const { database, session } = transaction;
  const ids = await allIds(transaction, userId, [threadId]);
  const of = { userId: oid(userId), threadId: { $in: [...ids] }, createdAt: { $gte: since }, direction: { $exists: false as const } };
  const verified = { ...of, $or: [{ newcomer: { $exists: false as const } }, provenAnswer] };
  const found = await messagesOf(database).findOne(verified, { session, projection: { _id: 1 } });
  return found?._id.toHexString();
};

/** The states of an answer that has left, or still may. */
const ANSWERS: readonly SendDocument["status"][] = ["queued", "scheduled", "processing", "sent"];

/**
 * Whether a conversation has the message or send that a client has seen, and the id of anything newer, except the send `except`: a received message,
 * or an answer that has left or waits. Newer means stored later, and not received before the seen message, as a backlog is.
 */
export const newerThan = async (
  transaction: Transaction,
  userId: string,
  threadId: string,
  seenId: string,
  except?: string,
): Promise<{ readonly isThere: boolean; readonly id?: string }> => {
  const { database, session } = transaction;
  const of = { userId: oid(userId), threadId: { $in: [...(await allIds(transaction, userId, [threadId]))] } };
  const own = { ...of, _id: oid(seenId) };
  const message = await messagesOf(database).findOne(own, { session, projection: { createdAt: 1, receivedAt: 1 } });
  const send = message ? null : await sendsOf(database).findOne(own, { session, projection: { createdAt: 1 } });
  const seen = message ?? send;
  if (!seen) return { isThere: false };
  const { createdAt } = seen;
  const mail = message
    ? {
        $or: [
          { createdAt: { $gt: createdAt }, receivedAt: { $gte: message.receivedAt } },
          { createdAt, receivedAt: { $gt: message.receivedAt } },
        ],
      }
    : { createdAt: { $gt: createdAt } };
  const newMail = await messagesOf(database).findOne({ ...of, ...mail }, { session, projection: { _id: 1 } });
  const waitsOrLeft = { status: { $in: [...ANSWERS] }, draft: { $exists: false as const } };
  const answered = { ...of, createdAt: { $gt: createdAt }, ...waitsOrLeft, ...(except !== undefined && { _id: { $ne: oid(except) } }) };
  const newest = newMail ?? (await sendsOf(database).findOne(answered, { session, projection: { _id: 1 } }));
  return { isThere: true, ...(newest && { id: newest._id.toHexString() }) };
};

/** The waiting sends that an answer may cancel, within a transaction. */
export const waitingSends = (transaction: Transaction, user: string): WaitingSends => {
  const { database, session } = transaction;
  const [sends, userId] = [sendsOf(database), oid(user)];
  return {
    cancel: async (trigger, came) => {
      const ids = await allIds(
        transaction,
        user,
        came.map(({ threadId }) => threadId),
      );
      const waiting = { userId, cancelOn: trigger, ...whichMay(transitions.cancel) };
      const those = { ...waiting, threadId: { $in: [...ids] } };
      const concerned = await sends.find(those, { session, projection: { _id: 1, toEmail: 1 } }).toArray();
      const found = concerned.filter(({ toEmail }) => !isOwnWords(trigger) || came.some(({ from }) => isSame(from, toEmail)));
      const which = { ...waiting, _id: { $in: found.map(({ _id }) => _id) } };
      const cancelled = updateBy(transitions.cancel, { set: { cancelReason: cancelReasons[trigger] } });
      if (found.length > 0) await sends.updateMany(which, cancelled, { session });
      return found.map(({ _id }) => _id.toHexString());
    },
    endFollowUps: async (ids) => (await endFollowUpsOf(sends, userId, ids.map(oid), { session })).map(({ _id }) => _id.toHexString()),
  };
};

/** A send that its recipient's suppression has cancelled, and no message: it does not name `asked` itself. */
const bySuppression = { cancelReason: "asked" as const, cancelOn: { $ne: "asked" as const } };

/** The waiting sends, with those that an answer has cancelled. */
export const restorableSends = (transaction: Transaction, user: string): OpenCorrection["waiting"] => {
  const { database, session } = transaction;
  const [sends, userId] = [sendsOf(database), oid(user)];
  const ahead = { userId, ...whichMay(transitions.restore), $expr: { $gt: ["$scheduledAt", "$$NOW"] } };
  const held = { userId, ...whichMay(transitions.restoreHeld), $expr: { $gt: ["$holdUntil", "$$NOW"] } };
  const paused = { userId, ...whichMay(transitions.restorePaused) };
  const find = async (which: Filter<SendDocument>) => {
    const found: SendDocument[] = [];
    for (const those of [ahead, held, paused]) found.push(...(await sends.find({ ...those, ...which }, { session }).toArray()));
    return (await withoutRemoved(transaction, userId, found)).map(toSend);
  };
  return {
    ...waitingSends(transaction, user),
    cancelledIn: async (threadIds) => {
      const ids = await allIds(transaction, user, threadIds);
      const byMail = { cancelReason: { $in: Object.values(cancelReasons) }, $nor: [bySuppression] };
      return find({ ...byMail, threadId: { $in: [...ids] } });
    },
    cancelledWith: (ids) => find({ cancelReason: "original", waitsFor: { $in: ids.map(oid) } }),
    answerTo: async (send) => {
      const reason = await answersTo(transaction, send);
      return reason === "answer_unclear" ? undefined : reason;
    },
    restore: async (ids) => {
      const those = { _id: { $in: ids.map(oid) } };
      if (ids.length === 0) return;
      await sends.updateMany({ ...ahead, ...those }, updateBy(transitions.restore), { session });
      await sends.updateMany({ ...held, ...those }, updateBy(transitions.restoreHeld), { session });
      await sends.updateMany({ ...paused, ...those }, updateBy(transitions.restorePaused), { session });
    },
  };
};
