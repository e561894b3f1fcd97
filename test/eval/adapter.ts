import { parseMessage } from "#shared/adapters/imap/parse-message.ts";
import { isAutoReply as isAutoReplyMessage } from "#shared/domain/inbox/auto-reply.ts";
import { readBounce } from "#shared/domain/inbox/bounce/read-bounce.ts";
import { classify as classifyMessage } from "#shared/domain/inbox/classify.ts";
import { groupByLinks, linkIds } from "#shared/domain/inbox/thread-links.ts";

/** What the shared corpora's scorer calls (adapters/TEMPLATE.mjs), answered by the product's own functions. */
export const name = "email-service";

export function parse(raw: Buffer) {
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
}

export function parseBounce(raw: Buffer) {
  const bounce = readBounce(parseMessage(raw));
  if (!bounce) return { is_bounce: false, recipients: [] };
  return {
    is_bounce: true,
    recipients: bounce.recipients.map((recipient) => recipient.email),
    message_id: bounce.originalMessageId,
    status: bounce.status,
    final: bounce.final,
  };
}

export function classify(raw: Buffer) {
  return classifyMessage(parseMessage(raw), { answersOwnSend: false });
}

export function isAutoReply(raw: Buffer) {
  const message = parseMessage(raw);
  return readBounce(message) === undefined && isAutoReplyMessage(message);
}

export function threads(messages: readonly { readonly key: string; readonly raw_headers: string }[]) {
  const links = messages.map(({ raw_headers }) => linkIds(parseMessage(Buffer.from(raw_headers))));
  return groupByLinks(links).map((group) => group.map((index) => messages[index]?.key));
}

export { replyHtml } from "#shared/domain/inbox/strip-html.ts";
export { replyText } from "#shared/domain/inbox/strip-text.ts";
