import { type ParsedMessage, headerOf, namesParent } from "../parsed-message.ts";
import { type AutoReplyRule, matchAutoReply, matchMailSystem } from "./auto-reply.ts";
import type { BounceRule } from "./bounces/match-bounce.ts";
import { type Bounce, readBounce } from "./bounces/read-bounce.ts";
import { type Match, matchOf } from "./match.ts";

/** The five kinds of inbound mail (contract/README.md, "Inbox"). */
export type InboundKind = "reply" | "inbound" | "bulk" | "bounce" | "auto_reply";

/** The rule that decided a mail's kind; `none` when no rule found another kind than `inbound`. */
export type KindRule = BounceRule | AutoReplyRule | "feedback_report" | "answers_own_send" | "bulk_header" | "names_parent" | "none";

/** A mail's kind, the rule that decided it, and the line of the mail that shows it (at most 200 characters). */
export interface Classification extends Match<KindRule> {
  readonly kind: InboundKind;
}

/** A mail's kind in both cases: on its own, and as the answer to an own send, which only the store can find out. */
export interface UnderstoodKind {
  readonly bounce: Bounce | undefined;
  readonly kindAlone: Classification;
  readonly kindAsAnswer: Classification;
}

/** Decides a mail's kind; the first match counts: bounce, auto_reply, an answer to an own send, bulk, an answer to another mail. */
export const understandKind = (message: ParsedMessage): UnderstoodKind => {
  const bounce = readBounce(message);
  if (bounce) return ofOneKind({ kind: "bounce", rule: bounce.rule, evidence: bounce.evidence }, bounce);
  const automatic = matchAutoReply(message);
  if (automatic) return ofOneKind({ kind: "auto_reply", ...automatic });
  const system = matchMailSystem(message);
  const bySystem = system && ({ kind: "auto_reply", ...system } as const);
  const asAnswer = matchAutoReply(message, { answersOwnSend: true });
  const parent = message.inReplyTo === "" ? (message.references.at(-1) ?? "") : message.inReplyTo;
  return {
    bounce: undefined,
    kindAlone: bulkMail(message) ?? (namesParent(message) ? (bySystem ?? { kind: "reply", ...matchOf("names_parent", parent) }) : other),
    kindAsAnswer: asAnswer ? { kind: "auto_reply", ...asAnswer } : (bySystem ?? { kind: "reply", ...matchOf("answers_own_send", parent) }),
  };
};

const other: Classification = { kind: "inbound", rule: "none", evidence: "" };

const ofOneKind = (kind: Classification, bounce?: Bounce): UnderstoodKind => ({ bounce, kindAlone: kind, kindAsAnswer: kind });

const bulkMail = (message: ParsedMessage): Classification | undefined => {
  const found = [
    ["List-Id", /./],
    ["List-Unsubscribe", /./],
    ["Precedence", /^\s*(?:bulk|list|junk)\b/i],
  ] as const;
  for (const [name, pattern] of found) {
    const value = headerOf(message, name.toLowerCase());
    if (pattern.test(value)) return { kind: "bulk", ...matchOf("bulk_header", `${name}: ${value}`) };
  }
  return undefined;
};
