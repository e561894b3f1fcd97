import { t } from "../../data/language.ts";
import type { Message, ThreadMessage } from "../../../client/index.ts";
import { addressesOf, asChips } from "../../data/pairs.ts";

/** How an email is answered. */
export type Way = "reply" | "reply_all" | "forward";

/** The addresses of the mailbox itself. */
export type Own = readonly string[];

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/**
 * The address to which an answer to a received email goes, decided as the service decides it: the Reply-To when the sender began the conversation or
 * proves to have got our mail, or when we have written to that address in the conversation; else the sender.
 */
export const answeredAt = (
  email: Pick<ThreadMessage, "from">,
  message: Pick<Message, "reply_to" | "explanation"> | undefined,
  before: readonly ThreadMessage[],
): string => {
  const wanted = message?.reply_to ?? "";
  if (message === undefined || wanted === "") return email.from.email;
  const { newcomer, thread_rule: rule } = message.explanation;
  const isProven = !newcomer && ["new", "send", "quote"].includes(rule);
  const isKnown = before.some(
    ({ direction, to, cc }) => direction === "outbound" && [...to, ...cc].some((one) => one.email.toLowerCase() === wanted.toLowerCase()),
  );
  return isProven || isKnown ? wanted : email.from.email;
};

/** A sentence about a Reply-To in another domain than the sender's, and whether the answer goes there; "" when there is none. */
export const redirectWords = ({ from }: Pick<ThreadMessage, "from">, replyTo: string, to?: string): string => {
  if (replyTo === "" || domainOf(replyTo) === domainOf(from.email)) return "";
  const wanted = t("{sender} wants answers at {address}, in another domain.", { sender: from.email, address: replyTo });
  if (to === undefined) return wanted;
  const isThere = addressesOf(to).some((one) => one.toLowerCase() === replyTo.toLowerCase());
  return `${wanted} ${isThere ? t("This answer goes there: send it only if you know why.") : t("This answer does not go there.")}`;
};

/** The recipients of a new answer, as its form shows them. */
export const recipientsOf = (email: ThreadMessage, way: Way, first: string, own: Own): { readonly to: string; readonly cc: string } => {
  if (way === "forward") return { to: "", cc: "" };
  const isOwn = email.direction === "outbound";
  const to = isOwn ? (email.to[0]?.email ?? "") : first;
  const seen = new Set([...own, to].map((one) => one.toLowerCase()));
  const others = [...email.to, ...email.cc].flatMap(({ email: one }) => {
    const isNew = !seen.has(one.toLowerCase());
    seen.add(one.toLowerCase());
    return isNew ? [one] : [];
  });
  return { to: to === "" ? "" : asChips([to]), cc: way === "reply_all" ? asChips(others) : "" };
};

/** The email that a key answers: a person's newest, else our own newest, which is followed up. A mail system that reports a bounce wants no answer. */
export const toAnswer = <Email extends Pick<ThreadMessage, "direction" | "kind">>(messages: readonly Email[]): Email | undefined =>
  messages.findLast(({ direction, kind }) => direction === "inbound" && kind !== "bounce" && kind !== "auto_reply") ??
  messages.findLast(({ direction }) => direction === "outbound") ??
  messages.at(-1);

/** Names by address, of everybody in the conversation. */
export const namesIn = (messages: readonly ThreadMessage[]): ReadonlyMap<string, string> =>
  new Map(
    messages
      .flatMap(({ from, to, cc }) => [from, ...to, ...cc])
      .flatMap(({ name, email }) => (name === "" || name === email ? [] : [[email.toLowerCase(), name]])),
  );
