import { htmlToText } from "../html/html-to-text.ts";
import type { ParsedMessage } from "../parsed-message.ts";
import { withoutGatewayTags } from "./gateway-tags.ts";
import { anyOf, phraseSource, phrasesOf } from "./languages/phrases.ts";

/** So much of a mail is read for what it calls itself, and for the absence that it tells first, in characters. */
const HEAD = 1500;
const OPENING = 500;
/** A mail under an answer's subject calls itself automatic so early, or a person speaks of it. */
const FIRST_WORDS = 120;
/** The html that holds so much text at least. */
const HTML_HEAD = 32 * 1024;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Any phrase of a part, at the start of a word; a word may go on behind it. */
const anyStart = (part: Parameters<typeof phrasesOf>[0]): RegExp =>
  new RegExp(
    phrasesOf(part)
      .map((phrase) => (unspaced.test(phrase) ? phraseSource(phrase) : `(?<![\\p{L}\\p{N}])${phraseSource(phrase)}`))
      .join("|"),
    "iu",
  );

const automatic = anyStart("autoReplyBodies");
const note = anyStart("automaticNotes");
const absence = anyStart("absenceBodies");
const acknowledgement = anyStart("acknowledgements");
const prefixed = new RegExp(`^\\s*(?:${anyOf("replyPrefixes")}|${anyOf("forwardPrefixes")})\\s{0,3}(?:\\[\\d{1,3}\\])?\\s{0,3}[:：]`, "iu");

/** The beginning of a mail's text above any quote, on one line. */
const headOf = ({ text, html }: Pick<ParsedMessage, "text" | "html">): string => {
  const whole = text.trim() === "" ? htmlToText(html.slice(0, HTML_HEAD)) : text;
  return aboveQuote(whole.slice(0, HEAD))
    .replaceAll("’", "'")
    .replace(/\s{2,}|[^\S ]/g, " ");
};

/**
 * The words of a body that show an automatic answer, `""` when there are none: it calls itself one, or it tells of an absence and gives thanks
 * or says whom to ask. Under a subject with a reply prefix a person writes, unless the first words or a note call it automatic. Never below a
 * quote.
 */
export const autoReplyWords = (
  message: Pick<ParsedMessage, "subject" | "text" | "html">,
  { namesParent }: { readonly namesParent: boolean },
): string => {
  const head = headOf(message);
  const answers = prefixed.test(withoutGatewayTags(message.subject));
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

/** What a receipt without a report part (RFC 8098) says happened to the mail, under a receipt's subject; `""` when it is none. */
export const receiptWords = (message: Pick<ParsedMessage, "subject" | "text" | "html">): string =>
  receiptSubject.test(withoutGatewayTags(message.subject)) ? (receipt.exec(headOf(message))?.[0] ?? "") : "";

/** What stands above the first quoted line or rule. */
const aboveQuote = (text: string): string => {
  const end = text.startsWith(">") ? 0 : text.search(/\n(?:>|-{3})/);
  return end < 0 ? text : text.slice(0, end);
};
