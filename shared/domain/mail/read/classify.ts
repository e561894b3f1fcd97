import { isAutoReply } from "./auto-reply.ts";
import { isBounce } from "./bounces/is-bounce.ts";
import { type ParsedMessage, headerOf, namesParent } from "../parsed-message.ts";

/** The five kinds of inbound mail (specification, "Meaning of kind"). */
export type InboundKind = "reply" | "inbound" | "bulk" | "bounce" | "auto_reply";

/** What a mail is, the first match of the order in contract/README.md, "Inbox"; `answersOwnSend` is looked up by its ids in the same mailbox. */
export const classify = (message: ParsedMessage, { answersOwnSend }: { readonly answersOwnSend: boolean }): InboundKind => {
  if (isBounce(message)) return "bounce";
  if (isAutoReply(message)) return "auto_reply";
  if (answersOwnSend) return "reply";
  if (isBulk(message)) return "bulk";
  return namesParent(message) ? "reply" : "inbound";
};

const isBulk = (message: ParsedMessage): boolean => {
  return (
    headerOf(message, "list-id") !== "" ||
    headerOf(message, "list-unsubscribe") !== "" ||
    /^\s*(?:bulk|list|junk)\b/i.test(headerOf(message, "precedence"))
  );
};
