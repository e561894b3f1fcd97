import { anyOf } from "../../read/languages/phrases.ts";
import { toHeaderText, cutText } from "../../text.ts";

const NAMES = anyOf("gatewayTags");
const KIND = `(?: (?:${anyOf("afterGatewayTag")}))?`;

/** `[EXTERNAL] `, `***SPAM*** `, `EXT: ` at the start of a subject, up to three. */
const tags = new RegExp(
  `^(?:\\s{0,3}(?:[[({<]\\s?(?:${NAMES})${KIND}\\s?[\\])}>]|\\*{2,5}\\s?(?:${NAMES})${KIND}\\s?\\*{2,5}|(?:${NAMES}): ?)){1,3}\\s{0,3}`,
  "iu",
);

/** A subject without the tags that gateways put before it; a subject of nothing but tags is unchanged. */
export const withoutGatewayTags = (subject: string): string => subject.replace(tags, "") || subject;

/** The longest subject of a send, characters. */
const MAX_LENGTH = 998;

/** `Re:`, `RE[2]:`, `Re (2):`, `Re^2:`, `回复：` at the start of a subject, for each of the given words. */
const prefix = (words: string) => new RegExp(`^(?:${words})(?:\\s?[[(^*]\\d{1,3}[\\])]?)?\\s?[:：]`, "iu");

const reply = prefix(anyOf("replyPrefixes"));
const forward = prefix(anyOf("forwardPrefixes"));

/**
 * The subject of an answer: with `Re: ` in front, unless it has an answer's prefix in any language
 * (api/README.md, "Replies, forwards, follow-ups").
 */
export const replySubject = (subject: string): string => {
  return prefixed("Re: ", reply, subject);
};

/** The subject of a forward: with `Fwd: ` in front, unless it has a forward's prefix in any language. */
export const forwardSubject = (subject: string): string => {
  return prefixed("Fwd: ", forward, subject);
};

/** Whether a subject has an answer's prefix in any language, after any gateway tags. */
export const isReplySubject = (subject: string): boolean => reply.test(toHeaderText(withoutGatewayTags(subject)));

/** Whether a subject has a forward's prefix in any language, after any gateway tags. */
export const isForwardSubject = (subject: string): boolean => forward.test(toHeaderText(withoutGatewayTags(subject)));

/** The most prefixes that are removed. */
const PREFIXES_MAX = 20;

/** A subject without gateway tags and prefixes of answers and forwards in any language, in lower case. */
export const bareSubject = (subject: string): string => {
  let rest = subject.trim();
  for (let n = 0; n < PREFIXES_MAX; n++) {
    const less = withoutGatewayTags(rest).replace(reply, "").replace(forward, "").trimStart();
    if (less === rest) break;
    rest = less;
  }
  return rest.replace(/\s+/g, " ").toLowerCase();
};

/** A received subject can contain anything, so it is made safe for a header line, and cut between whole characters. */
const prefixed = (start: string, present: RegExp, subject: string): string => {
  const clean = toHeaderText(subject);
  const full = present.test(clean) ? clean : `${start}${clean}`.trim();
  return full.length <= MAX_LENGTH ? full : cutText(full, MAX_LENGTH);
};
