import { allRecipients } from "#shared/sending/recipients.ts";
import type { OpenPage, PageThreads, NewMessage, Pages } from "../ports/open-page.ts";
import { cancellingKinds, cancelAnswered, triggersOfPage, threadAdditions } from "./cancels.ts";
import type { DecidedMail, OwnSends, NamedSends, BounceFacts, PreparedMail } from "./prepared-mail.ts";
import { type KnownLinks, type ThreadPlan, type ThreadMatch, planThreads } from "./plan-threads.ts";
import { givenTags } from "#shared/sending/send.ts";
import type { DeliveryReport, Explanation, Message } from "../message.ts";
import type { Ids } from "#shared/platform/ports.ts";
import type { WhyKeptOut } from "../audit/audit.ts";
import type { Ingest, StoredPage } from "../ports/sync.ts";
import { asCorrected, asksToStop, correctedMeaning, meaningIn } from "./correct-mail.ts";
import { decideMail, isCopyOfSend, suppressReported } from "./decide-mail.ts";
import { stopRequest } from "#shared/mail/read/intent/read-intent.ts";
import { meaningOf } from "./meaning.ts";
import { pageKeys, recognise } from "./known-mail.ts";
import { sendEffectsOf } from "./send-effects.ts";
import { recogniseOwn, renamedSends } from "./own-sends.ts";

const answering = Object.values(cancellingKinds).flat();

/**
 * Marks the mails of the account's own people: the mailbox, other mailboxes of its tenant and their aliases, and addresses of its own domains. They
 * are no answers, unless their author is a recipient of a send that they name, or a person has vouched for them.
 */
const withColleagues = async (
  people: OpenPage["people"],
  mails: readonly DecidedMail[],
  own: OwnSends,
): Promise<readonly DecidedMail[]> => {
  const asked = new Map(mails.flatMap((mail) => (mayAnswer(mail) && !isRecipient(mail, own) ? [[mail, authorOf(mail)] as const] : [])));
  const strangers = [...asked].flatMap(([{ fromOwn }, author]) => (fromOwn ? [] : [author]));
  const ours = strangers.length === 0 ? new Set<string>() : await people.among([...new Set(strangers)]);
  return mails.map((mail) => {
    const author = asked.get(mail);
    return author !== undefined && (mail.fromOwn || ours.has(author)) ? asColleagues(mail) : mail;
  });
};

const authorOf = ({ author, message }: DecidedMail): string => author ?? message.from.email.toLowerCase();

/** Whether the mail may be an answer: it names something besides itself, or its send is known otherwise. */
const mayAnswer = ({ message, kind, links, concerns, corrected }: DecidedMail): boolean =>
  message.direction === undefined && !corrected?.vouched && answering.includes(kind) && (concerns !== undefined || links.length > 1);

const isRecipient = (mail: DecidedMail, own: OwnSends): boolean => {
  const named = [mail.concerns, ...mail.links.map((id) => own.byMessageId(id))];
  return named.some((send) => send && allRecipients(send).some((email) => email.toLowerCase() === authorOf(mail)));
};

const asColleagues = ({ recorded, ...mail }: DecidedMail): DecidedMail => ({
  ...mail,
  isColleague: true,
  ...(recorded && recorded !== "replied" && { recorded }),
});

/** Looks up the ids that a page of mails names. */
const linksOf = async (threads: PageThreads, mails: readonly DecidedMail[], own: NamedSends): Promise<KnownLinks> => {
  const concerned = mails.flatMap(({ concerns }) => (concerns ? [concerns] : []));
  const sends = [...new Map([...own.all, ...concerned].map((send) => [send.id, send])).values()];
  const links = await threads.links([...new Set([...mails.flatMap((mail) => mail.links), ...sends.map(({ messageId }) => messageId)])]);
  const put = mails.flatMap(({ corrected }) => corrected?.threadId ?? []);
  const named = [...put, ...links.values(), ...sends.flatMap(({ threadId }) => threadId ?? [])];
  // Links and sends may still have the id of a thread that was merged into another.
  const living = await threads.living(named);
  const idOf = (id: string) => living.get(id)?.id ?? id;
  return {
    threads: new Map([...links].map(([messageId, threadId]) => [messageId, idOf(threadId)])),
    sends: sends.map((send) => (send.threadId === undefined ? send : { ...send, threadId: idOf(send.threadId) })),
    known: new Map([...living.values()].map((thread) => [thread.id, thread])),
  };
};

/** How many mails of a page are compared with their parents; the rest keep their first reading. */
const ASKING_MAX = 100;

/** Reads the new content of mails that ask for it once more, compared with the stored send or message that each answers. */
const readBesideParents = async (
  { messages, sends }: Pick<OpenPage, "messages" | "sends">,
  mails: readonly DecidedMail[],
): Promise<readonly DecidedMail[]> => {
  const asking = new Set(mails.filter(({ asksForParent }) => asksForParent).slice(0, ASKING_MAX));
  if (asking.size === 0) return mails;
  const { readWithParent } = await import("./read-with-parent.ts");
  const read: DecidedMail[] = [];
  for (const mail of mails) {
    const { concerns, parentIds } = mail;
    const parent = asking.has(mail) ? await (concerns ? sends.body(concerns.id) : messages.body(parentIds)) : undefined;
    read.push(parent ? readWithParent(mail, parent) : mail);
  }
  return read;
};

/**
 * The mails, with those that a subject alone links to a send counted as its answers where they quote the send's words, too. A From address that fails
 * DMARC is no sign of its author: then the words are the only sign, and without them there is none.
 */
const withSecondSign = async (sends: OpenPage["sends"], mails: readonly DecidedMail[]): Promise<readonly DecidedMail[]> => {
  const asking = new Set(mails.filter(({ linkedBy }) => linkedBy === "subject").slice(0, ASKING_MAX));
  if (asking.size === 0) return mails;
  const { quotes } = await import("./read-with-parent.ts");
  const read: DecidedMail[] = [];
  for (const mail of mails) {
    const ours = asking.has(mail) && mail.concerns ? await sends.body(mail.concerns.id) : undefined;
    const hasWords = ours !== undefined && quotes(mail.body, ours);
    if (mail.dmarcFailure === undefined) read.push(hasWords ? asAnswer(mail) : mail);
    else read.push(asking.has(mail) && !hasWords ? { ...mail, isForged: true } : mail);
  }
  return read;
};

/** The mails, with the words of our own send, such as its sentence about unsubscribing, left out of what an answer is taken to ask. */
const withoutOurWords = async (sends: OpenPage["sends"], mails: readonly DecidedMail[]): Promise<readonly DecidedMail[]> => {
  const asking = new Set(
    mails.filter(({ kind, message }) => kind === "reply" && stopRequest(message.replyText) !== "").slice(0, ASKING_MAX),
  );
  const read: DecidedMail[] = [];
  for (const mail of mails) {
    const ours = asking.has(mail) && mail.concerns ? await sends.body(mail.concerns.id) : undefined;
    read.push(ours ? { ...mail, ownWords: (await import("./read-with-parent.ts")).ownWordsOf(mail, ours) } : mail);
  }
  return read;
};

/** The mail as a proven answer. */
const asAnswer = (mail: DecidedMail): DecidedMail => ({
  ...mail,
  linkedBy: "answer",
  ...(mail.kind === "reply" && { recorded: "replied" as const }),
});

/** The mails as they are stored, each in its thread. */
const messagesOf = (mails: readonly DecidedMail[], plan: ThreadPlan): readonly NewMessage[] =>
  mails.map((mail, i) => ({
    message: messageOf(mail, plan.threadOf[i]!, plan.shown[i]!),
    body: mail.body,
    // The headers-only message that it replaces has had its event.
    hasEvent: mail.message.direction === undefined && !mail.replacesHeadersOnly && !mail.isLate,
  }));

const messageOf = (mail: DecidedMail, threadId: string, thread: ThreadMatch): Message => {
  const { corrected } = mail;
  const { autoEvidence, intentEvidence, ...meaning } = meaningOf(mail, mail.kind);
  const ruled = corrected && { ...corrected.ruled, threadId, ...meaningIn(meaningOf(mail, corrected.ruled.kind)) };
  return {
    ...mail.message,
    kind: mail.kind,
    threadId,
    ...(corrected ? correctedMeaning(mail.kind, meaning, corrected) : meaning),
    ...(mail.concerns && { emailJobId: mail.concerns.id, ...givenTags(mail.concerns) }),
    ...(mail.bounce && { report: reportOf(mail.bounce) }),
    ...(mail.isColleague && { colleague: true as const }),
    ...(mail.isForged && { forged: true as const }),
    ...(ruled && { ruled }),
    ...(corrected?.by !== undefined && { correctedBy: corrected.by }),
    ...explained(mail, thread, { autoEvidence, intentEvidence }),
  };
};

const reportOf = ({ messageIds: _messageIds, ...report }: BounceFacts): DeliveryReport => report;

/** The message's explanation of its kind and its thread. */
const explained = (
  { explained: kind, linkedBy, dmarcFailure = "", isAuthenticated }: DecidedMail,
  thread: ThreadMatch,
  { autoEvidence, intentEvidence }: { readonly [E in "autoEvidence" | "intentEvidence"]: Explanation[E] | undefined },
): Pick<Message, "newcomer" | "explanation"> => ({
  explanation: {
    kindRule: kind.rule,
    threadRule: linkedBy ?? thread.rule,
    evidence: [...new Set([kind.evidence, thread.evidence, dmarcFailure])].filter((line) => line !== "").join("; "),
    ...(autoEvidence !== undefined && { autoEvidence }),
    ...(intentEvidence !== undefined && { intentEvidence }),
    ...(dmarcFailure !== "" ? { dmarc: "fail" as const } : isAuthenticated && { dmarc: "pass" as const }),
  },
  ...(thread.newcomer && { newcomer: true }),
});

/** Stores pages of received mail, each in one transaction with the cursors (G15, G16, G18 in shared/README.md). */
export const ingestInto = (pages: Pages, ids: Pick<Ids, "objectId">): Ingest => ({
  commit: (lease, cursors, mails) => pages.transaction(lease, cursors, (page) => storePage(page, mails, ids)),
});

/** Stores a page of mail, from the first lookup to the last write. */
const storePage = async (page: OpenPage, mails: readonly PreparedMail[], ids: Pick<Ids, "objectId">): Promise<StoredPage> => {
  const own = await recogniseOwn(page, mails);
  const fresh = await leaveOutKnown(page, mails);
  await page.sends.note(renamedSends(fresh, own));

  const decided: DecidedMail[] = [];
  const keptOut = new Map<number, WhyKeptOut>(mails.map(({ message }) => [message.uid, "copy"]));
  for (const mail of fresh) {
    const isTooOld = mail.isTooOld && !mail.replacesHeadersOnly;
    const kept = isTooOld ? undefined : decideMail(mail, own, own.hasParent(mail));
    if (kept) decided.push(kept);
    if (kept) keptOut.delete(mail.message.uid);
    else keptOut.set(mail.message.uid, isTooOld ? "before_sync_from" : isCopyOfSend(mail, own) ? "own_send" : "not_an_answer");
  }
  const corrected = await asCorrected(page, await withSecondSign(page.sends, decided));
  const beside = await withoutOurWords(page.sends, await readBesideParents(page, corrected));
  const read = await withColleagues(page.people, beside, own);
  if (read.length === 0) return { stored: 0, keptOut, changedThreads: [] };

  const plan = planThreads(read, await linksOf(page.threads, read, own), ids.objectId);
  const messages = messagesOf(read, plan);
  await page.messages.add(messages);
  await page.threads.merge(plan.merges);
  await page.threads.link(plan.links);

  await page.sends.note(sendEffectsOf(read));
  await page.sends.join(plan.joined);
  await suppressReported(
    page.suppressions,
    read.map((mail, i) => ({
      ...mail,
      ...(mail.recorded === "replied" && asksToStop(messages[i]!.message) && { asked: mail.message.from.email }),
    })),
  );
  const { begun, grown, replaced } = threadAdditions(messages, read, plan);
  await page.threads.begin(begun);
  const changedThreads = await page.threads.grow(grown);
  await page.threads.derive(replaced);
  await cancelAnswered(
    page.waiting,
    triggersOfPage(
      read,
      messages.map(({ message }) => message),
      plan,
    ),
  );
  return { stored: read.length, keptOut, changedThreads };
};

/**
 * The mails that are not stored yet. Stored messages keep their state, and only their location on the server is updated; headers-only messages are
 * replaced by the whole message.
 */
const leaveOutKnown = async (
  { messages, threads }: Pick<OpenPage, "messages" | "threads">,
  mails: readonly PreparedMail[],
): Promise<readonly PreparedMail[]> => {
  const [first] = mails;
  if (!first) return [];
  const { fresh, ...seen } = recognise(mails, await messages.alike(pageKeys(first, mails)));
  await messages.place(seen);
  await threads.derive([...new Set(seen.sent.map(({ threadId }) => threadId))]);
  await messages.erase(fresh.flatMap(({ replacesHeadersOnly, message }) => (replacesHeadersOnly ? [message.id] : [])));
  return fresh;
};
