import { nameIssue, parsePlainAddress, RECIPIENTS_MAX } from "#shared/mail/addresses.ts";
import { type Owner, reachesMailbox, ownAddress } from "#shared/mailboxes/mailbox.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { allRecipients } from "#shared/sending/recipients.ts";
import type { Message } from "#shared/inbox/message.ts";
import { type ConversationEntry, asHistory, conversationOf, type ConversationPorts, isExchanged, receivedEntry } from "./conversation.ts";
import type { HtmlSanitizer } from "#shared/mail/html/scan.ts";
import { conflict, invalid, notFound } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { type AcceptPorts, acceptSend, type Receipt } from "#shared/sending/accept/accept.ts";
import { afterParent } from "#shared/sending/accept/draft.ts";
import { composedIn, contentOf, type EveryEmail } from "#shared/sending/email.ts";
import { endIfParentEnded } from "#shared/sending/follow-ups.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { composeReply } from "#shared/mail/write/compose/compose.ts";
import { entriesFor } from "./quoted-entries.ts";
import type { Messages } from "#shared/inbox/ports/messages.ts";
import type { Threads } from "./ports.ts";

/** The people of a message from whom the recipient of an answer is chosen: its Reply-To ("" for none) with further ones, sender and recipients. */
interface Correspondents {
  readonly replyTo: string;
  readonly alsoReplyTo?: readonly string[];
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
}

/** The further recipients of a reply to all: those of the answered message, each once, without the mailbox and the first recipient. */
export const otherRecipients = (
  { to, cc }: Pick<Correspondents, "to" | "cc">,
  mailbox: Owner,
  toEmail: string | undefined,
): readonly Address[] => {
  const seen = new Set([toEmail?.toLowerCase()]);
  return [...to, ...cc].flatMap(({ name, email }) => {
    const parsed = parsePlainAddress(email);
    if (!parsed.ok || reachesMailbox(mailbox, parsed.address) || seen.has(parsed.address.toLowerCase())) return [];
    seen.add(parsed.address.toLowerCase());
    return [{ name: nameIssue(name) === undefined ? name : "", email: parsed.address }];
  });
};

/**
 * Whether an answer may go to the message's Reply-To, given the conversation before it. It may when the sender started the conversation or proves by
 * an id of ours that he got our mail; otherwise only when the address already took part. Without this rule, anyone who knows a From address and a
 * subject would be sent the history.
 */
const mayRedirect = (
  { replyTo, newcomer, explanation }: Pick<Message, "replyTo" | "newcomer" | "explanation">,
  before: readonly ConversationEntry[],
): boolean => {
  const rule = explanation?.threadRule ?? (before.length === 0 ? "new" : "links");
  if (!newcomer && (rule === "new" || rule === "send" || rule === "quote")) return true;
  return before.some((entry) => participantsOf(entry).includes(replyTo.toLowerCase()));
};

const participantsOf = (entry: ConversationEntry): readonly string[] => {
  if (entry.direction === "outbound") return allRecipients(entry.send).map((email) => email.toLowerCase());
  return entry.message.newcomer ? [] : entry.message.counterparts;
};

/** The message with only those of its Reply-To addresses to which an answer may go. */
const answerable = (message: Message, before: readonly ConversationEntry[]): Message => {
  const { replyTo, alsoReplyTo = [] } = message;
  const [first = "", ...further] = [replyTo, ...alsoReplyTo].filter(
    (email) => email !== "" && mayRedirect({ ...message, replyTo: email }, before),
  );
  return { ...message, replyTo: first, alsoReplyTo: further };
};

/** The other addresses of a Reply-To that names several (RFC 5322, 3.6.2), as further recipients of the answer. */
const furtherRecipients = (
  { replyTo, alsoReplyTo = [] }: Correspondents,
  mailbox: Owner,
  toEmail: string | undefined,
): readonly Address[] => {
  const asked = [replyTo, ...alsoReplyTo].map((email) => ({ name: "", email }));
  return otherRecipients({ to: asked.filter(({ email }) => email !== ""), cc: [] }, mailbox, toEmail);
};

/**
 * The recipient of an answer: the Reply-To, else the sender; when that is the mailbox itself, the first other participant. Undefined when no other
 * participant has a usable address.
 */
export const replyRecipient = (message: Correspondents, mailbox: Owner): string | undefined => {
  const candidates = [
    message.replyTo,
    ...(message.alsoReplyTo ?? []),
    message.from.email,
    ...message.to.map(({ email }) => email),
    ...message.cc.map(({ email }) => email),
  ];
  for (const candidate of candidates) {
    const parsed = parsePlainAddress(candidate);
    if (parsed.ok && !reachesMailbox(mailbox, parsed.address)) return parsed.address;
  }
  return undefined;
};

/** The dependencies of replying. */
export interface ReplyPorts extends AcceptPorts, ConversationPorts {
  readonly messages: Pick<Messages, "find" | "ofThread" | "bodies">;
  readonly threads: Pick<Threads, "find" | "sends">;
  readonly sends: Pick<Sends, "bodies" | "endFollowUps">;
  readonly mailboxes: Pick<Mailboxes, "find" | "findMany">;
  readonly sanitize: HtmlSanitizer;
}

/** A client's request to reply (api/README.md, "Replies, forwards, follow-ups"). */
export interface ReplyRequest extends EveryEmail {
  /** Whether the other recipients of the answered message get a copy. */
  readonly replyAll?: boolean | undefined;
  readonly to?: Address | undefined;
  readonly subject?: string | undefined;
  /**
   * Whether to quote the history. By default an answer quotes what its recipient wrote or was sent and what the answered message answers; for an
   * unverified sender's message only that message. With true, or with `to`, it quotes everybody's mail.
   */
  readonly quoteHistory?: boolean | undefined;
  readonly quoteTimezone: string;
  /** The id of the conversation's last message that the writer has seen. */
  readonly ifLastMessageId?: string | undefined;
}

/** The account, and the id of the answered message, thread or send. */
export interface Asked {
  readonly userId: string;
  readonly id: string;
}

/** The `cc` of a reply; with `replyAll` also the other recipients. Throws 400 when an email cannot have so many. */
export const toAll = ({ cc = [], bcc = [], replyAll }: ReplyRequest, others: readonly Address[]): readonly Address[] => {
  const all = replyAll ? [...cc, ...others] : cc;
  if (1 + all.length + bcc.length > RECIPIENTS_MAX)
    throw invalid({ field: "replyAll", message: `the answer would go to more than ${RECIPIENTS_MAX} addresses` });
  return all;
};

/** The most messages of a conversation that are quoted. */
const HISTORY_MAX = 100;

/** Replies to a message, quoting the conversation up to and including it. Throws 400, 402, 404, 409. */
export const replyToMessage = async <Answer>(
  ports: ReplyPorts,
  { userId, id }: Asked,
  request: ReplyRequest,
  receipt: Receipt<Answer>,
): Promise<Answer> => {
  const message = await ports.messages.find(userId, id);
  if (!message) throw notFound("Message");
  const thread = (await ports.threads.find(userId, message.threadId)) ?? { id: message.threadId, aliasIds: [] };
  const all = await conversationOf(ports, userId, thread, message.receivedAt);
  const upTo = all.findIndex((entry) => entry.direction === "inbound" && entry.message.id === id);
  // The thread may have been merged into another just now.
  const alone = upTo < 0 || (message.newcomer === true && request.quoteHistory !== true);
  const entries = alone ? [receivedEntry(message)] : all.slice(0, upTo + 1).filter(isExchanged);
  const recipient = async () => recipientOf(ports, message, [answerable(message, upTo < 0 ? all : all.slice(0, upTo))], request.to?.email);
  return reply(
    ports,
    { userId, mailboxId: message.mailboxId, threadId: message.threadId, entries, message: entries.at(-1), recipient },
    request,
    receipt,
  );
};

/**
 * Replies to the latest message of a thread. The recipient is the sender of its latest inbound message, else the recipient of its latest send. A
 * scheduled message is answered only when there is no other.
 */
export const replyToThread = async <Answer>(
  ports: ReplyPorts,
  { userId, id }: Asked,
  request: ReplyRequest,
  receipt: Receipt<Answer>,
): Promise<Answer> => {
  const thread = await ports.threads.find(userId, id);
  if (!thread) throw notFound("Thread");
  const all = await conversationOf(ports, userId, thread);
  const exchanged = all.filter(isExchanged);
  const entries = exchanged.length > 0 ? exchanged : all.filter((entry) => entry.direction === "outbound" && entry.isLater);
  if (entries.length === 0) throw conflict("The thread has nothing to reply to", "the thread has no message that was sent or received");
  const received = entries
    .flatMap((entry, i) =>
      entry.direction === "inbound" && !entry.message.direction ? [answerable(entry.message, entries.slice(0, i))] : [],
    )
    .toReversed();
  const sentTo = entries.flatMap((entry): Answered[] => {
    if (entry.direction !== "outbound") return [];
    const { toEmail: email, cc: others = [], fromEmail: own } = entry.send;
    return [{ email, further: [], others, own }];
  });
  const recipient = async () => (await recipientOf(ports, thread, candidates(received), request.to?.email)) ?? sentTo[0];
  return reply(ports, { userId, mailboxId: thread.mailboxId, threadId: thread.id, entries, recipient }, request, receipt);
};

/**
 * The messages whose senders an answer to a thread may go to, the latest first: people's before automatic ones; never a bounce or a complaint, and an
 * unverified sender's only when it started the conversation.
 */
const candidates = (latestFirst: readonly Message[]): readonly Message[] => {
  const [automatic, people] = [true, false].map((machine) =>
    latestFirst.filter(
      ({ kind, newcomer, explanation }) =>
        (!newcomer || explanation?.threadRule === "new") &&
        kind !== "bounce" &&
        explanation?.kindRule !== "feedback_report" &&
        (kind === "auto_reply") === machine,
    ),
  );
  return [...people!, ...automatic!];
};

/** The recipients of an answer, and who answers. */
interface Answered {
  readonly email: string;
  /** The other addresses of a Reply-To. */
  readonly further: readonly Address[];
  /** The further recipients of the answered message. */
  readonly others: readonly Address[];
  /** The mailbox's address to which the message was sent, or from which it came; undefined when the mailbox no longer has it. */
  readonly own: string | undefined;
}

/** The recipients of an answer to the first of these messages that involves somebody besides the mailbox. */
const recipientOf = async (
  ports: Pick<ReplyPorts, "mailboxes">,
  { userId, mailboxId }: Pick<Message, "userId" | "mailboxId">,
  messages: readonly Message[],
  given: string | undefined,
): Promise<Answered | undefined> => {
  const own = (await ports.mailboxes.find(userId, mailboxId)) ?? { email: "" };
  for (const message of messages) {
    const email = replyRecipient(message, own);
    if (email === undefined) continue;
    const writtenTo = [...message.to, ...message.cc].flatMap((one) => ownAddress(own, one.email) ?? [])[0];
    const further = furtherRecipients(message, own, email);
    return { email, further, others: otherRecipients(message, own, given ?? email), own: writtenTo };
  }
  return undefined;
};

interface Target {
  readonly userId: string;
  readonly mailboxId: string;
  readonly threadId: string;
  readonly entries: readonly ConversationEntry[];
  /** The answered message; absent: the last one that the recipient wrote or was sent. */
  readonly message?: ConversationEntry | undefined;
  readonly recipient: () => Promise<Answered | undefined>;
}

const reply = async <Answer>(
  ports: ReplyPorts,
  { userId, mailboxId, threadId, entries: exchanged, message, recipient }: Target,
  request: ReplyRequest,
  receipt: Receipt<Answer>,
): Promise<Answer> => {
  const answered = await recipient();
  const toEmail = request.to?.email ?? answered?.email;
  if (toEmail === undefined) throw invalid({ field: "to", message: "is required: the message names nobody to reply to" });
  const isChosen = request.to !== undefined || request.quoteHistory === true;
  const entries = isChosen ? exchanged : entriesFor(exchanged, toEmail, message);
  const quoted = request.quoteHistory !== false ? entries.slice(-HISTORY_MAX) : entries.slice(-1);
  const history = await asHistory(ports, userId, quoted, () => false);
  const draft = { ...request, content: contentOf(request), quoteHistory: request.quoteHistory !== false, history };
  const parent = entries.at(-1);
  // Who chooses the recipient chooses all of them, and the link to unsubscribe is one recipient's.
  const further = request.to || request.unsubscribe ? [] : (answered?.further ?? []);
  const copied = { ...request, cc: [...(request.cc ?? []), ...further] };
  const email = {
    ...request,
    ...(request.fromEmail === undefined && { ownEmail: answered?.own }),
    ...composedIn(composeReply(draft, ports.sanitize)),
    mailboxId,
    to: request.to ?? { name: "", email: toEmail },
    cc: toAll(copied, answered?.others ?? []),
    kind: "reply" as const,
    threadId,
    ...afterParent(parent?.direction === "outbound" ? parent.send : undefined),
  };
  const answer = await acceptSend(ports, userId, email, receipt);
  await endIfParentEnded(ports, userId, email.waitsFor);
  return answer;
};
