import { sanitize } from "#shared/platform/html/sanitize.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { matchAutoReply } from "#shared/mail/read/classify.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { classify as classifyMessage } from "#test/support/classify.ts";
import { composeForward, composeReply } from "#shared/mail/write/compose/compose.ts";
import type { HistoryMessage } from "#shared/mail/write/compose/history.ts";
import { replyRecipient } from "#shared/threads/reply.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import { type LinkedMail, planThreads } from "#shared/inbox/ingest/plan-threads.ts";
import { answeredIds, linkIds } from "#shared/mail/read/mail-ids.ts";

/** What the shared corpora's scorer calls (adapters/TEMPLATE.mjs), answered by the product's own functions. */
export const name = "email-service";

export { replyHtml } from "#shared/mail/read/new-content.ts";
export { replyText } from "#shared/mail/read/quotes/strip-text.ts";

export const parse = (raw: Buffer) => {
  const message = parseMessage(raw);
  return {
    subject: message.subject,
    from: message.from.email,
    text: message.text,
    html: message.html,
    attachments: message.attachments.length,
    to: message.to.map(({ name, email }) => ({ name, address: email })),
    references: message.references,
    date: message.date?.toISOString() ?? "",
  };
};

export const parseBounce = (raw: Buffer) => {
  const bounce = readBounce(parseMessage(raw));
  if (!bounce) return { is_bounce: false, recipients: [] };
  return {
    is_bounce: true,
    recipients: bounce.recipients.map((recipient) => recipient.email),
    message_id: bounce.messageIds[0] ?? "",
    status: bounce.status,
    final: bounce.final,
  };
};

export const classify = (raw: Buffer) => {
  return classifyMessage(parseMessage(raw), { answersOwnSend: false }).kind;
};

export const isAutoReply = (raw: Buffer) => {
  const message = parseMessage(raw);
  return readBounce(message) === undefined && matchAutoReply(message) !== undefined;
};

export const threads = (messages: readonly { readonly key: string; readonly raw_headers: string }[]) => {
  const parsed = messages.map(({ raw_headers }) => parseMessage(Buffer.from(raw_headers)));
  let ids = 0;
  const plan = planThreads(parsed.map(asLinked), { threads: new Map(), sends: [], known: new Map() }, () => String(ids++));
  return [...Map.groupBy(messages, (_, index) => plan.threadOf[index]).values()].map((group) => group.map(({ key }) => key));
};

/** A mail as it comes to the store, received when it was dated. */
const asLinked = (message: ParsedMessage): LinkedMail => {
  const people = [message.from, ...message.to, ...message.cc].map(({ email }) => email.toLowerCase()).filter((email) => email !== "");
  const { messageId, date = new Date(0) } = message;
  const seen = { messageId, receivedAt: date, counterparts: people };
  return { links: linkIds(message), parentIds: answeredIds(message), author: people[0], message: seen };
};

export const buildReply = (raw: Uint8Array | readonly Uint8Array[], options: { text: string; html: string; tz: string; me: string }) => {
  const parents = (raw instanceof Uint8Array ? [raw] : raw).map((one) => parseMessage(Buffer.from(one)));
  const draft = composeReply(
    { content: { text: options.text, html: options.html }, history: parents.map(asHistory), quoteHistory: true, quoteTimezone: options.tz },
    sanitize,
  );
  const parent = parents.at(-1);
  return {
    subject: draft.subject,
    to: parent && replyRecipient({ ...parent, replyTo: parent.replyTo[0]?.email ?? "" }, { email: options.me }),
    in_reply_to: draft.inReplyTo,
    references: draft.references,
    text: draft.text,
    html: draft.html,
  };
};

export const buildForward = (raw: Uint8Array, { text }: { text: string }) => {
  const {
    subject,
    text: body,
    html,
  } = composeForward({ content: { text, html: "" }, messages: [asHistory(parseMessage(Buffer.from(raw)))] }, sanitize);
  return { subject, text: body, html };
};

const asHistory = (message: ParsedMessage): HistoryMessage => {
  return { ...message, date: message.date ?? new Date(0) };
};
