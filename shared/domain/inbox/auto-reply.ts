import type { ParsedMessage } from "./parsed-message.ts";
import { headerOf } from "./parsed-message.ts";
import { autoReplySubjects } from "./auto-reply-subjects.ts";

/** Headers that only automatic answers carry; the value must match. X-Auto-Response-Suppress is none: it asks others not to answer. */
const autoReplyHeaders: readonly (readonly [name: string, value: RegExp])[] = [
  ["x-autoreply", /^(?!no\b)/i],
  ["x-autorespond", /^(?!no\b)/i],
  ["x-autoresponder", /./],
  ["x-autoreply-from", /./],
  ["x-mail-autoreply", /./],
  ["x-auto-reply", /^(?!no\b)/i],
  ["x-vacation", /./],
  ["vacation", /./],
  ["x-ms-exchange-inbox-rules-loop", /./],
  ["x-ms-exchange-generated-message-source", /oof|autoreply|mailbox rules/i],
  ["x-apple-criteria", /kind=vacation/i],
  ["x-apple-action", /vacation/i],
  ["x-mdautoresponder", /./],
  ["x-facebook-notify", /auto_?reply/i],
  ["x-gm-vacation", /./],
  ["x-zimbra-autoreply", /./],
  ["precedence", /^\s*auto[_-]?reply/i],
  ["delivered-to", /^autoresponder/i],
  ["x-pops-autoresponder", /./],
  ["x-tuffmail-autoresponder", /./],
];

/** Whether a mail is an out-of-office note or another automatic answer (RFC 3834). Bounces are to be told apart before. */
export function isAutoReply(message: ParsedMessage): boolean {
  const submitted = headerOf(message, "auto-submitted").trim().toLowerCase();
  if (submitted !== "" && !/^no\b/.test(submitted) && !isListMail(message)) return true;
  if (message.headers.some(({ name, value }) => autoReplyHeaders.some(([header, pattern]) => header === name && pattern.test(value))))
    return true;
  return autoReplySubjects.some((pattern) => pattern.test(message.subject.trim()));
}

/** Lists and newsletters set Auto-Submitted: auto-generated too; they answer nobody. */
function isListMail(message: ParsedMessage): boolean {
  const generated = /^auto-generated/i.test(headerOf(message, "auto-submitted").trim());
  return (
    generated && ["list-id", "list-unsubscribe", "list-post"].some((name) => headerOf(message, name) !== "") && message.inReplyTo === ""
  );
}
