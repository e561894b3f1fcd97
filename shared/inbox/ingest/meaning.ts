import { emailIn } from "#shared/mail/read/bounces/prose.ts";
import type { InboundKind, KindRule } from "#shared/mail/read/classify.ts";
import { readAbsence } from "#shared/mail/read/absence/read-absence.ts";
import { isReplySubject } from "#shared/mail/write/compose/compose.ts";
import { readIntent } from "#shared/mail/read/intent/read-intent.ts";
import type { Meaning } from "../message.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** Automatic answers that no person's absence causes. */
const ofPrograms: readonly KindRule[] = ["read_receipt", "calendar_reply", "challenge", "feedback_report"];

/** How much of a note is searched for an address, characters. */
const TEXT_MAX = 3000;

/** Reads what a mail of this kind means, from its new text alone, and the words that say so. */
export const meaningOf = (
  { message, explained, offset, ownWords = message.replyText }: Pick<DecidedMail, "message" | "explained" | "offset" | "ownWords">,
  kind: InboundKind,
): Meaning & { readonly autoEvidence?: string; readonly intentEvidence?: string } => {
  if (message.direction === "outbound") return {};
  if (kind === "reply") {
    // Whoever writes nothing says it in a subject of his own.
    const isSubject = ownWords.trim() === "" && !isReplySubject(message.subject);
    const { intent, evidence } = readIntent(isSubject ? message.subject : ownWords);
    return { intent, intentBy: "rule", ...(evidence !== "" && { intentEvidence: evidence }) };
  }
  if (kind !== "auto_reply") return {};
  if (ofPrograms.includes(explained.rule)) return { autoClass: "other" };
  const { subject, replyText: text, receivedAt } = message;
  const { autoClass, returnsOn, evidence } = readAbsence({ subject, text, receivedAt, offset });
  const successor = autoClass === "left" ? successorIn(message) : "";
  return {
    autoClass,
    ...(returnsOn !== undefined && { returnsOn }),
    ...(successor !== "" && { successor }),
    ...(evidence !== "" && { autoEvidence: evidence }),
  };
};

/** The only address in a note besides those of its sender and recipients; "" for none or several. */
const successorIn = ({ replyText, from, to, replyTo }: DecidedMail["message"]): string => {
  const known = new Set([from, ...to].map(({ email }) => email.toLowerCase()).concat(replyTo.toLowerCase()));
  const words = replyText.slice(0, TEXT_MAX).split(/[\s<>()[\],;:"]+/);
  const named = new Set(words.filter((word) => word.includes("@")).map((word) => emailIn(word).toLowerCase()));
  const others = [...named].filter((email) => email !== "" && !known.has(email));
  return others.length === 1 ? others[0]! : "";
};
