import { type ParsedMessage, headerOf, namesParent } from "../parsed-message.ts";
import { type AutoReplyRule, autoReplySign, mailSystemSign } from "./auto-reply.ts";
import type { BounceRule } from "./bounces/bounce-sign.ts";
import { type Bounce, readBounce } from "./bounces/read-bounce.ts";
import { type Sign, signOf } from "./sign.ts";

/** The five kinds of inbound mail (specification, "Meaning of kind"). */
export type InboundKind = "reply" | "inbound" | "bulk" | "bounce" | "auto_reply";

/** The rule that decided a mail's kind; `none` when nothing spoke for another kind than `inbound`. */
export type KindRule = BounceRule | AutoReplyRule | "feedback_report" | "answers_own_send" | "bulk_header" | "names_parent" | "none";

/** A mail's kind, the rule that decided it, and the line of the mail that shows it (at most 200 characters). */
export interface Classification extends Sign<KindRule> {
  readonly kind: InboundKind;
}

/** What a mail is, understood once: as a mail of its own, and as the answer to an own send, which only the store can tell. */
export interface UnderstoodKind {
  readonly bounce: Bounce | undefined;
  readonly asNew: Classification;
  readonly asAnswer: Classification;
}

/** Reads a mail's kind; the first match decides: bounce, auto_reply, an answer to an own send, bulk, an answer to another mail. */
export const understandKind = (message: ParsedMessage): UnderstoodKind => {
  const bounce = readBounce(message);
  if (bounce) return ofOneKind({ kind: "bounce", rule: bounce.rule, evidence: bounce.evidence }, bounce);
  const automatic = autoReplySign(message);
  if (automatic) return ofOneKind({ kind: "auto_reply", ...automatic });
  const system = mailSystemSign(message);
  const bySystem = system && ({ kind: "auto_reply", ...system } as const);
  const parent = message.inReplyTo === "" ? (message.references.at(-1) ?? "") : message.inReplyTo;
  return {
    bounce: undefined,
    asNew: bulkMail(message) ?? (namesParent(message) ? (bySystem ?? { kind: "reply", ...signOf("names_parent", parent) }) : other),
    asAnswer: bySystem ?? { kind: "reply", ...signOf("answers_own_send", parent) },
  };
};

/** A mail's kind, given whether it answers one of the account's own sends. */
export const classify = (message: ParsedMessage, { answersOwnSend }: { readonly answersOwnSend: boolean }): Classification => {
  const { asNew, asAnswer } = understandKind(message);
  return answersOwnSend ? asAnswer : asNew;
};

const other: Classification = { kind: "inbound", rule: "none", evidence: "" };

const ofOneKind = (kind: Classification, bounce?: Bounce): UnderstoodKind => ({ bounce, asNew: kind, asAnswer: kind });

const bulkMail = (message: ParsedMessage): Classification | undefined => {
  const found = [
    ["List-Id", /./],
    ["List-Unsubscribe", /./],
    ["Precedence", /^\s*(?:bulk|list|junk)\b/i],
  ] as const;
  for (const [name, pattern] of found) {
    const value = headerOf(message, name.toLowerCase());
    if (pattern.test(value)) return { kind: "bulk", ...signOf("bulk_header", `${name}: ${value}`) };
  }
  return undefined;
};
