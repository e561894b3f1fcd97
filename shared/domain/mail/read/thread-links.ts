import { parseMessageIds } from "./mime/message-ids.ts";
import { type ParsedMessage, headerOf } from "../parsed-message.ts";

type Linked = Pick<ParsedMessage, "headers" | "messageId" | "inReplyTo" | "references">;

/** All ids in In-Reply-To (RFC 5322 3.6.4 allows several). */
const inReplyToIds = (message: Linked): readonly string[] => {
  const answered = headerOf(message, "in-reply-to");
  return [message.inReplyTo, ...(answered.includes("<") ? parseMessageIds(answered) : [])].filter((id) => id !== "");
};

/** The ids that a mail directly answers: those in In-Reply-To, else the last in References. */
export const answeredIds = (message: Linked): readonly string[] => {
  const named = inReplyToIds(message);
  return [...new Set(named.length > 0 ? named : message.references.slice(-1))];
};

/** Every id that links a mail to a conversation: its own, those it answers, those it refers to (RFC 5256, 2.2, without the subject step). */
export const linkIds = (message: Linked): readonly string[] => {
  return [...new Set([message.messageId, ...message.references, ...inReplyToIds(message)].filter((id) => id !== ""))];
};
