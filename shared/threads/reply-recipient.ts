import { nameIssue, parsePlainAddress } from "#shared/mail/addresses.ts";
import { type Owner, reachesMailbox } from "#shared/mailboxes/mailbox.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { allRecipients } from "#shared/sending/recipients.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { ConversationEntry } from "./conversation.ts";

/** The people of a message from whom the recipient of an answer is chosen: its Reply-To ("" for none) with further ones, sender and recipients. */
export interface Correspondents {
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
export const answerable = (message: Message, before: readonly ConversationEntry[]): Message => {
  const { replyTo, alsoReplyTo = [] } = message;
  const [first = "", ...further] = [replyTo, ...alsoReplyTo].filter(
    (email) => email !== "" && mayRedirect({ ...message, replyTo: email }, before),
  );
  return { ...message, replyTo: first, alsoReplyTo: further };
};

/** The other addresses of a Reply-To that names several (RFC 5322, 3.6.2), as further recipients of the answer. */
export const furtherRecipients = (
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
