import { withoutGatewayTags } from "./gateway-tags.ts";
import { anyOf } from "./languages/phrases.ts";

/** Absence words must end the subject, or be followed by a mark or a date. */
const afterAbsence =
  "(?=\\s*(?:$|[:：.,;!()\\[\\]】–—-]|(?:until|till|bis|ab|vom|von|from|jusqu'?au|du|hasta|del|desde|fino|dal|até|t/m|tot|van|til|till|fra|från|do|od|с|по|до)\\s|\\d))";

/** "Out of office until Monday", "Automatic reply to your mail", "Auto reply from Jane"; but not "Out of office supplies". */
const afterAutomatic =
  "(?=\\s*(?:$|[:：.,;!?()\\[\\]【】–—/|<>\"'-]|[^\\s\\p{Script=Latin}]|(?:re|aw|fw|fwd|reply|response|to|from|by|on|for your|auto\\w*|e-?mail|mail|message|notification|notice|today|tomorrow|this|until|till|and|bis|ab|vom|von|auf|zu|de|du|à|del|desde|hasta|da|dal|al|até|van|tot|op|fra|från|til|till|do|od|na|à|au|jusqu'?au)(?![\\p{L}\\p{N}])))";

const automaticStart = new RegExp(`^(?:${anyOf("autoReplySubjects")})${afterAutomatic}`, "iu");
const absenceStart = new RegExp(`^(?:${anyOf("absenceSubjects")})${afterAbsence}`, "iu");
/** The name of an automatic answer or an absence in brackets of its own, before the subject of what is answered. */
const inBrackets = new RegExp(`^\\s*[[(【（](?:${anyOf("autoReplySubjects")}|${anyOf("absenceSubjects")})[\\])】）]`, "iu");
const asTag = /[[(](?:(?:auto|automatic|automated)[- ]?(?:reply|response)|(?:request|ticket|message) received)[\])]/i;
/** Marks of the direction of writing, which Outlook sets around Hebrew and Arabic words (UAX 9). */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** The tags that mailing lists and help desks put before a subject. */
const listTags = /^(?:\s*\[[^[\]]{1,60}\]){1,3}\s*(?=\S)/;

/**
 * Whether a subject is that of an automatic answer. "Re: Automatic reply" is a person's answer to one; "Vacation" is a person's word, unless
 * the mail answers another and yet does not bear its subject.
 */
export const isAutoReplySubject = (subject: string, answers: boolean): boolean => {
  const bare = withoutGatewayTags(subject.slice(0, 300).replace(directions, ""));
  const start = bare.replace(listTags, "").replace(/^[\s*"'[(【<]+/, "");
  return automaticStart.test(start) || inBrackets.test(bare) || (answers && absenceStart.test(start)) || asTag.test(subject.slice(0, 998));
};
