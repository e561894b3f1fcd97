import { anyStartOf, anyWordOf } from "../languages/phrases.ts";
import { withLf } from "../line-ends.ts";
import type { ParsedMessage } from "../../parsed-message.ts";

/** The longest text that is searched for a challenge, characters. */
const MAX_LENGTH = 4000;

const request = new RegExp(anyWordOf("challengeRequests"), "iu");
const purpose = new RegExp(anyStartOf("challengePurposes"), "iu");
/** Purposes for mail in which only the text shows a challenge. */
const proof = new RegExp(anyWordOf("challengeProofs"), "iu");

/** A line of a server that refused a mail; its text is no request to anybody. */
const serverLine = /\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/;

/** Whether a mail asks its reader to prove to be a person before delivery. Filters send these, some in the form of a report. */
export const isChallenge = ({ text, reports }: Pick<ParsedMessage, "text" | "reports">): boolean => {
  if (
    reports.some(
      ({ contentType, content }) =>
        contentType.endsWith("delivery-status") && /^diagnostic-code:[^\n]*(?:\n[^\n]*)?\b5\d\d\b/im.test(content),
    )
  )
    return false;
  return asksFor(text, purpose);
};

/** The same for a mail that is no report. */
export const isChallengeInProse = ({ text }: Pick<ParsedMessage, "text">): boolean => asksFor(text, proof);

const asksFor = (text: string, why: RegExp): boolean => {
  const sentences = withLf(text.slice(0, MAX_LENGTH)).split(/\n\s*\n|[.!?]\s/);
  return sentences.some((sentence) => !serverLine.test(sentence) && request.test(sentence) && why.test(sentence));
};
