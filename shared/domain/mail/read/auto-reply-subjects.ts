import { withoutGatewayTags } from "./gateway-tags.ts";
import { anyOf } from "./languages/phrases.ts";

/** Words for an absence must end the subject, or be followed by punctuation or a date. */
const afterAbsence = `(?=\\s*(?:$|[:：.,;!()\\[\\]】–—-]|(?:${anyOf("untilWords")})\\s|\\d))`;

/** "Out of office until Monday", "Automatic reply to your mail", "Auto reply from Jane"; but not "Out of office supplies". */
const afterAutomatic = `(?=\\s*(?:$|[:：.,;!?()\\[\\]【】–—/|<>"'-]|[^\\s\\p{Script=Latin}]|(?:${anyOf("afterAutoReply")}|${anyOf("untilWords")})(?![\\p{L}\\p{N}])))`;

const automaticStart = new RegExp(`^(?:${anyOf("autoReplySubjects")})${afterAutomatic}`, "iu");
const absenceStart = new RegExp(`^(?:${anyOf("absenceSubjects")})${afterAbsence}`, "iu");
/** The name of an automatic answer or an absence in brackets, before the subject of the answered mail. */
const inBrackets = new RegExp(`^\\s*[[(【（](?:${anyOf("autoReplySubjects")}|${anyOf("absenceSubjects")})[\\])】）]`, "iu");
const asTag = new RegExp(`[[(](?:${anyOf("autoReplyTags")})[\\])]`, "iu");
/** Marks of writing direction, which Outlook puts around Hebrew and Arabic words (UAX 9). */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Tags that mailing lists and help desks put before a subject. */
const listTags = /^(?:\s*\[[^[\]]{1,60}\]){1,3}\s*(?=\S)/;

/**
 * Whether a subject is that of an automatic answer. "Re: Automatic reply" is a person's answer to one. "Vacation" may be a person's subject, unless
 * the mail answers another and yet has a different subject.
 */
export const isAutoReplySubject = (subject: string, answers: boolean): boolean => {
  const bare = withoutGatewayTags(subject.slice(0, 300).replace(directions, ""));
  const start = bare.replace(listTags, "").replace(/^[\s*"'[(【<]+/, "");
  return automaticStart.test(start) || inBrackets.test(bare) || (answers && absenceStart.test(start)) || asTag.test(subject.slice(0, 998));
};
