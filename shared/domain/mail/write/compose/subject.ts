import { toHeaderText } from "../../header-text.ts";
import { withoutGatewayTags } from "../../read/gateway-tags.ts";
import { anyOf } from "../../read/languages/phrases.ts";
import { cutText } from "../../text-size.ts";

/** The longest subject that a send takes (contract/README.md, "Sending"). */
const MAX_LENGTH = 998;

/** `Re:`, `RE[2]:`, `Re (2):`, `Re^2:`, `回复：` at the start of a subject, for each of the given words. */
const prefix = (words: string) => new RegExp(`^(?:${words})(?:\\s?[[(^*]\\d{1,3}[\\])]?)?\\s?[:：]`, "iu");

const reply = prefix(anyOf("replyPrefixes"));
const forward = prefix(anyOf("forwardPrefixes"));

/** The subject of an answer: `Re: ` before it, unless an answer's prefix in any language is there already (contract/README.md, "Replies, forwards, follow-ups"). */
export const replySubject = (subject: string): string => {
  return prefixed("Re: ", reply, subject);
};

/** The subject of a forward: `Fwd: ` before it, unless a forward's prefix in any language is there already. */
export const forwardSubject = (subject: string): string => {
  return prefixed("Fwd: ", forward, subject);
};

/** Whether a subject begins as an answer's does, in any language, below what a gateway put before it. */
export const isReplySubject = (subject: string): boolean => reply.test(withoutGatewayTags(subject).trimStart());

/** Prefixes that are taken off one after the other at most. */
const PREFIXES_MAX = 20;

/** What a subject is about: without gateways' tags and the prefixes of answers and forwards in any language, in lower case. */
export const bareSubject = (subject: string): string => {
  let rest = subject.trim();
  for (let n = 0; n < PREFIXES_MAX; n++) {
    const less = withoutGatewayTags(rest).replace(reply, "").replace(forward, "").trimStart();
    if (less === rest) break;
    rest = less;
  }
  return rest.replace(/\s+/g, " ").toLowerCase();
};

/** A received subject can hold anything, so it is made fit for a header line; it is cut between whole characters. */
const prefixed = (start: string, present: RegExp, subject: string): string => {
  const clean = toHeaderText(subject);
  const full = present.test(clean) ? clean : `${start}${clean}`.trim();
  return full.length <= MAX_LENGTH ? full : cutText(full, MAX_LENGTH);
};
