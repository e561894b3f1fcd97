import type { Correction, Message, Ruled } from "#shared/inbox/message.ts";
import type { PageSuppressions, WaitingSends } from "#shared/inbox/ports/open-page.ts";
import {
  type LinkedMessage,
  asksToStop,
  correctedMeaning,
  meaningIn,
  recordedBy,
  ruledOf,
  triggersOfMessage,
} from "#shared/inbox/ingest/correct-mail.ts";
import { type SendEffect, recordAgain } from "#shared/inbox/ingest/send-effects.ts";
import { type CancelReason, type Send, givenTags } from "#shared/sending/send.ts";
import type { Thread } from "./thread.ts";
import { notFound, conflict, invalid } from "#shared/platform/errors.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { type AskedChange, type Asker, type AskPorts, judgeChange, queueServerChanges } from "#shared/inbox/changes/ask-change.ts";
import { cancelAnswered } from "#shared/inbox/ingest/cancels.ts";
import { suppressReported } from "#shared/inbox/ingest/decide-mail.ts";
import type { BouncedRecipient } from "#shared/sending/recipients.ts";

/**
 * People's corrections. A correction outlives its message: it is stored by the mail's fingerprint, and overrides the rules when the mail is read
 * again. Everything that depends on the message is recomputed in the same transaction: its send's record, cancels, suppressions, the conversation's
 * summary.
 */
interface Corrections {
  /**
   * Stores a correction; undefined when the account has no such message. Throws 400 when the send belongs to another mailbox than the message, and
   * 409 for a conversation that is too long.
   */
  correct(userId: string, id: string, correction: Correction): Promise<Message | undefined>;
  /** Restores what the rules had decided, including the conversation; false when the account has no such message, or it was not corrected. */
  takeBack(userId: string, id: string): Promise<boolean>;
  /**
   * Moves messages into a new conversation and returns it; later mail does not merge the two again. Undefined when the account has no such
   * conversation. Throws 400 when a message is not in it or none would stay, and 409 when it is too long.
   */
  split(userId: string, threadId: string, messageIds: readonly string[], by?: string): Promise<Thread | undefined>;
  /**
   * Merges another conversation into this one, whose id stays; undefined when the account does not have both. Throws 400 for a conversation of
   * another mailbox, or the same one.
   */
  merge(userId: string, threadId: string, otherId: string): Promise<Thread | undefined>;
}

/** The account's received messages, for a correction. */
interface CorrectedMessages {
  find(id: string): Promise<Message | undefined>;
  /** Writes the fields of a message that a correction can change, with its event. */
  write(message: Message, before: Message): Promise<void>;
  /** Stores a person's correction of a mail by the mail's fingerprint. */
  keep(mail: Message, correction: Correction): Promise<void>;
  forget(mail: Message): Promise<void>;
  /** Up to `atMost` of the messages that are linked to a send. */
  ofSend(sendId: string, atMost: number): Promise<readonly LinkedMessage[]>;
}

/** The account's sends, for a correction. */
interface CorrectedSends {
  find(id: string): Promise<Send | undefined>;
  /** Applies these moves in order. */
  note(notes: readonly SendEffect[]): Promise<void>;
}

/** The account's conversations, for a correction. */
interface CorrectedThreads {
  /**
   * Moves a message back to the conversation that the rules had chosen, and returns that conversation's id; when it no longer exists, returns the
   * current one's.
   */
  putBack(message: Message, ruledId: string): Promise<string>;
  /** Recomputes the summary from all messages; false when there are more than `atMost`. */
  derive(id: string, atMost: number): Promise<boolean>;
}

/** The waiting sends that an answer may cancel, and those that one has cancelled. */
interface RestorableSends extends WaitingSends {
  /** The sends of these conversations that a message cancelled and whose time has not come. */
  cancelledIn(threadIds: readonly string[]): Promise<readonly Send[]>;
  /** The follow-ups that were cancelled with these sends and whose time has not come. */
  cancelledWith(ids: readonly string[]): Promise<readonly Send[]>;
  /** The reason for which stored mail cancels the send; undefined for none. */
  answerTo(send: Send): Promise<CancelReason | undefined>;
  /** Schedules those of the sends again whose time has not come. */
  restore(ids: readonly string[]): Promise<void>;
}

/** Suppressions caused by bounces. */
interface CorrectedSuppressions extends PageSuppressions {
  /** Removes the suppressions that this send's bounces, or an answer to it, caused. */
  release(emails: readonly string[], sendId: string, reason?: "bounced" | "asked"): Promise<void>;
}

/** The transaction that corrects a message: plain reads and writes, called in order by correct-message.ts. */
export interface OpenCorrection {
  readonly messages: CorrectedMessages;
  readonly sends: CorrectedSends;
  readonly threads: CorrectedThreads;
  readonly waiting: RestorableSends;
  readonly suppressions: CorrectedSuppressions;
}

/** Stores corrections. */
export interface CorrectionStore extends Pick<Corrections, "split" | "merge"> {
  /** Runs `work` in one transaction over an account's records, and repeats it after a conflict. */
  transaction<R>(userId: string, work: (open: OpenCorrection) => Promise<R>): Promise<R>;
}

/** The dependencies of changing messages. */
interface CorrectPorts extends PublishPorts {
  readonly corrections: Pick<Corrections, "correct" | "takeBack">;
}

/** The changes of a message; an undefined field stays. */
type MessageChanges = Correction & AskedChange;

/**
 * Corrects a message, and sets its flags and its folder, which may be changes for its server; returns the changed message. Throws 400, 403, 404, 409.
 */
export const changeMessage = async (
  ports: CorrectPorts & AskPorts,
  asker: Asker,
  id: string,
  { isRead, isFlagged, folder, ...correction }: MessageChanges,
): Promise<Message> => {
  const { userId, by } = asker;
  const asked = { isRead, isFlagged, folder };
  const isAsked = Object.values(asked).some((value) => value !== undefined);
  const judged = isAsked ? await judgeChange(ports, asker, id, asked) : undefined;
  if (Object.values(correction).some((value) => value !== undefined)) {
    if (!(await ports.corrections.correct(userId, id, { ...correction, by }))) throw notFound("Message");
    await publishEvents(ports, "messages", [id]);
  }
  const message = judged ? await judged.write() : await ports.messages.find(userId, id);
  if (!message) throw notFound("Message");
  if (judged) await queueServerChanges(ports, [{ ...judged, id }]);
  return message;
};

/** Removes a correction, so that the rules' decision applies again. Throws 404 for a message that was not corrected, 409. */
export const takeBackCorrection = async (ports: CorrectPorts, userId: string, id: string): Promise<void> => {
  if (!(await ports.corrections.takeBack(userId, id))) throw notFound("Correction");
  await publishEvents(ports, "messages", [id]);
};

/** The most messages of a conversation, and of a send, that a request recomputes. */
const THREAD_MAX = 2000;
const SEND_MAX = 1000;
/** How many levels of follow-ups are restored at once. */
const LEVELS_MAX = 20;

/** The corrections, each with all its consequences in one transaction. */
export const correctionsIn = (store: CorrectionStore): Corrections => ({
  correct: (userId, id, correction) =>
    store.transaction(userId, async (open) => {
      const before = await open.messages.find(id);
      if (!before) return undefined;
      if (correction.emailJobId) await assertSendOf(open, before, correction.emailJobId);
      assertMeaning(before, correction);
      await open.messages.keep(before, correction);
      return rewrite(open, before, correctedMessage(before, correction));
    }),
  takeBack: (userId, id) =>
    store.transaction(userId, async (open) => {
      const before = await open.messages.find(id);
      if (!before?.ruled) return false;
      await open.messages.forget(before);
      await rewrite(open, before, {
        ...asRuled(before, before.ruled),
        threadId: await open.threads.putBack(before, before.ruled.threadId),
      });
      return true;
    }),
  split: store.split,
  merge: store.merge,
});

const assertSendOf = async ({ sends }: OpenCorrection, { mailboxId }: Message, sendId: string): Promise<void> => {
  if ((await sends.find(sendId))?.mailboxId !== mailboxId)
    throw invalid({ field: "emailJobId", message: "must be a send of the message's mailbox" });
};

/** Only people's answers have an intent, only automatic ones a class, and only absences a return. Throws 400. */
const assertMeaning = (before: Message, { kind = before.kind, autoClass, returnsOn, intent }: Correction): void => {
  if (intent !== undefined && kind !== "reply") throw invalid({ field: "intent", message: "is only for messages of kind reply" });
  if (kind !== "auto_reply") {
    const fields = Object.entries({ autoClass, returnsOn }).filter(([, value]) => value !== undefined);
    if (fields.length > 0) throw invalid(...fields.map(([field]) => ({ field, message: "is only for messages of kind auto_reply" })));
  }
  if (returnsOn && (autoClass ?? "away") !== "away") throw invalid({ field: "returnsOn", message: "is only for an absence" });
};

/** The corrected message; a person who names its send also vouches for its sender. */
const correctedMessage = (before: Message, correction: Correction): Message => {
  const { kind = before.kind, emailJobId } = correction;
  const { emailJobId: _send, newcomer: _newcomer, colleague: _colleague, ...kept } = before;
  const { autoClass: _class, returnsOn: _day, successor: _successor, intent: _intent, intentBy: _by, ...rest } = kept;
  const sendId = emailJobId ?? before.emailJobId;
  return {
    ...rest,
    kind,
    ...correctedMeaning(kind, meaningIn(before), correction),
    ...(sendId && { emailJobId: sendId }),
    ...(before.newcomer && !emailJobId && { newcomer: true }),
    ...(before.colleague && !emailJobId && { colleague: true }),
    ruled: before.ruled ?? ruledOf(before),
    ...(correction.by !== undefined && { correctedBy: correction.by }),
  };
};

/** The message as the rules had decided. */
const asRuled = (message: Message, ruled: Ruled): Message => {
  const { emailJobId: _send, newcomer: _newcomer, colleague: _colleague, ruled: _ruled, correctedBy: _by, ...kept } = message;
  const { autoClass: _class, returnsOn: _day, successor: _successor, intent: _intent, intentBy: _intentBy, ...rest } = kept;
  return { ...rest, ...ruled };
};

/** Writes the message, and recomputes its conversation, what its sends record, and what waits for an answer; returns the message. */
const rewrite = async (open: OpenCorrection, before: Message, after: Message): Promise<Message> => {
  const sends = new Map<string, Send>();
  for (const id of new Set([before.emailJobId, after.emailJobId])) {
    const send = id && (await open.sends.find(id));
    if (send) sends.set(send.id, send);
  }
  const { tags: _tags, ...untagged } = after;
  const tagged: Message = { ...untagged, ...givenTags(sends.get(after.emailJobId ?? "") ?? {}) };
  await open.messages.write(tagged, before);
  if (!(await open.threads.derive(after.threadId, THREAD_MAX)))
    throw conflict("The message cannot be corrected", `its conversation has more than ${THREAD_MAX} messages`);
  for (const send of sends.values()) await recordOn(open, send);
  await followAsked(open, before, after);
  await followCancels(open, before, after, sends);
  return tagged;
};

/** Recomputes what a send's messages record on it, and which addresses its bounces suppress. */
const recordOn = async (open: OpenCorrection, send: Send): Promise<void> => {
  const messages = await open.messages.ofSend(send.id, SEND_MAX + 1);
  if (messages.length > SEND_MAX) throw conflict("The message cannot be corrected", "too many messages belong to its send");
  // Messages of older versions do not store what they report.
  const isKnown = messages.every(({ kind, report, ruled }) => kind !== "bounce" || report || ruled);
  const { bouncedAt, bounceReason, bounces } = send;
  const recorded = { ...recordedBy(messages, send), ...(!isKnown && { bouncedAt, bounceReason, bounces }) };
  // Written even when nothing changes, so that one of two concurrent corrections is repeated.
  await open.sends.note(recordAgain(send, recorded));
  await followBounces(open, send, recorded.bounces);
};

const provenOf = (bounces: readonly BouncedRecipient[] = []) => bounces.filter(({ email, unproven }) => email !== "" && !unproven);

/** Releases addresses that this send's bounces no longer name, and suppresses those that they name now where the account wants it. */
const followBounces = async ({ suppressions }: OpenCorrection, send: Send, bounces: Send["bounces"]): Promise<void> => {
  const [before, after] = [provenOf(send.bounces), provenOf(bounces)];
  const named = (some: readonly BouncedRecipient[]) => new Set(some.map(({ email }) => email));
  await suppressions.release([...named(before).difference(named(after))], send.id);
  const returned = after.filter(({ email }) => !named(before).has(email));
  const mails = returned.map((one) => ({
    message: { receivedAt: one.at, mailboxId: send.mailboxId },
    concerns: { id: send.id },
    returned: [one],
  }));
  await suppressReported(suppressions, mails);
};

/** Releases the sender whom the message had suppressed, or suppresses the one who asks by the rules again. */
const followAsked = async ({ suppressions }: OpenCorrection, before: Message, after: Message): Promise<void> => {
  const [was, is] = [before, after].map((message) => (asksToStop(message) ? message.emailJobId : undefined));
  if (was === is) return;
  const { email } = after.from;
  if (was !== undefined) await suppressions.release([email], was, "asked");
  if (is !== undefined) await suppressReported(suppressions, [{ message: after, concerns: { id: is }, asked: email }]);
};

/** Restores what the message had cancelled and cancels what it cancels now, in its conversation and its send's. */
const followCancels = async ({ waiting }: OpenCorrection, before: Message, after: Message, sends: ReadonlyMap<string, Send>) => {
  const [was, is] = [triggersOfMessage(before), triggersOfMessage(after)];
  if (was.join() === is.join() && before.emailJobId === after.emailJobId) return;
  const threads = ({ threadId, emailJobId = "" }: Message) => [threadId, sends.get(emailJobId)?.threadId ?? []].flat();
  if (was.length > 0) await restoreCancelled(waiting, threads(before));
  const from = after.from.email;
  const came = is.flatMap((trigger) => threads(after).map((threadId) => ({ trigger, threadId, from })));
  await cancelAnswered(waiting, came);
};

/**
 * Restores the sends of these conversations that a message cancelled and that would not be cancelled now, with their follow-ups. Sends whose time
 * has passed stay cancelled.
 */
const restoreCancelled = async (waiting: OpenCorrection["waiting"], threadIds: readonly string[]): Promise<void> => {
  let found = await waiting.cancelledIn(threadIds);
  for (let level = 0; level < LEVELS_MAX && found.length > 0; level += 1) {
    const restored: string[] = [];
    for (const send of found) if ((await waiting.answerTo(send)) === undefined) restored.push(send.id);
    await waiting.restore(restored);
    found = await waiting.cancelledWith(restored);
  }
};
