import { htmlToText } from "../html/html-to-text.ts";
import type { ParsedMessage } from "../parsed-message.ts";
import { isForwardSubject, isReplySubject } from "../write/compose/subject.ts";
import { withoutGatewayTags } from "./gateway-tags.ts";
import { anyOf, anyStartOf } from "./languages/phrases.ts";

/** How many characters of a mail are searched for phrases. */
const HEAD = 1500;
const OPENING = 500;
/** Under the subject of a reply, a mail must call itself automatic within this many characters; later a person may be speaking of one. */
const FIRST_WORDS = 120;
/** How much HTML is read to get that much text, characters. */
const HTML_HEAD = 32 * 1024;

/** Matches any phrase of a part at the start of a word; the word may continue after it. */
const anyStart = (part: Parameters<typeof anyStartOf>[0]): RegExp => new RegExp(anyStartOf(part), "iu");

const automatic = anyStart("autoReplyBodies");
const note = anyStart("automaticNotes");
const absence = anyStart("absenceBodies");
const acknowledgement = anyStart("acknowledgements");

/** The beginning of a mail's text above any quote, on one line. */
const headOf = ({ text, html }: Pick<ParsedMessage, "text" | "html">): string => {
  const whole = text.trim() === "" ? htmlToText(html.slice(0, HTML_HEAD)) : text;
  return aboveQuote(whole.slice(0, HEAD))
    .replaceAll("’", "'")
    .replace(/\s{2,}|[^\S ]/g, " ");
};

/**
 * The words of a body that show an automatic answer, `""` when there are none: it calls itself one, or it mentions an absence and also thanks the
 * sender or names a contact. A subject with a reply prefix indicates a person, unless the first words or a note call the mail automatic. Text below a
 * quote is never used.
 */
export const autoReplyWords = (
  message: Pick<ParsedMessage, "subject" | "text" | "html">,
  { namesParent }: { readonly namesParent: boolean },
): string => {
  const head = headOf(message);
  const answers = isReplySubject(message.subject) || isForwardSubject(message.subject);
  const called = automatic.exec(answers ? head.slice(0, FIRST_WORDS) : head)?.[0];
  if (called !== undefined) return called;
  const noted = answers || namesParent ? note.exec(head)?.[0] : undefined;
  if (noted !== undefined) return noted;
  if (answers) return "";
  const absent = absence.exec(head.slice(0, OPENING))?.[0] ?? "";
  return absent !== "" && acknowledgement.test(head) ? absent : "";
};

const receipt = anyStart("receiptBodies");
const receiptSubject = new RegExp(`^\\s*(?:${anyOf("receiptSubjects")})(?=\\s?(?:[:：(\\-–]|$))`, "iu");

/**
 * The words by which a receipt without a report part (RFC 8098) reports what happened to the mail, under a receipt's subject; `""` when it is none.
 */
export const receiptWords = (message: Pick<ParsedMessage, "subject" | "text" | "html">): string =>
  receiptSubject.test(withoutGatewayTags(message.subject)) ? (receipt.exec(headOf(message))?.[0] ?? "") : "";

/** The text above the first quoted line or rule. */
const aboveQuote = (text: string): string => {
  const end = text.startsWith(">") ? 0 : text.search(/\n(?:>|-{3})/);
  return end < 0 ? text : text.slice(0, end);
};
