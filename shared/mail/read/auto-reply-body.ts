import { htmlToText } from "../html/html-to-text.ts";
import type { ParsedMessage } from "../parsed-message.ts";
import { isForwardSubject, isReplySubject, withoutGatewayTags } from "../write/compose/compose.ts";
import { anyOf, anyStartOf } from "./languages/phrases.ts";

/** How many characters of a mail are searched for phrases. */
const HEAD = 1500;
const OPENING = 500;
/**
 * Under the subject of a reply, a mail must call itself automatic within this many characters; later in the text, a person may be writing about an
 * automatic reply.
 */
const FIRST_WORDS = 120;
/** How much HTML is read to get that much text, characters. */
const HTML_HEAD = 32 * 1024;

/** Matches any phrase of a part at the start of a word; the word may continue after it. */
const anyStart = (part: Parameters<typeof anyStartOf>[0]): RegExp => new RegExp(anyStartOf(part), "iu");

const automatic = anyStart("autoReplyBodies");
const note = anyStart("automaticNotes");
const absence = anyStart("absenceBodies");
const acknowledgement = anyStart("acknowledgements");
const replyAbove = anyStart("replyAboveThisLine");
const closing = new RegExp(`^(?:${anyOf("closings")})[,.!]?$`, "iu");

/** What is read of a mail that may be an absence note. */
type NoteParts = Pick<ParsedMessage, "subject" | "text" | "html"> & Partial<Pick<ParsedMessage, "from">>;

/** The beginning of a mail's text above any quote, on one line. */
const headOf = ({ text, html }: Pick<ParsedMessage, "text" | "html">): string => {
  const whole = text.trim() === "" ? htmlToText(html.slice(0, HTML_HEAD)) : text;
  return aboveQuote(whole.slice(0, HEAD))
    .replaceAll("’", "'")
    .replace(/\s{2,}|[^\S ]/g, " ");
};

/**
 * The words of a body that show an automatic answer; `""` for none. Either the body calls itself automatic, or it mentions an absence and also thanks
 * the sender or names a contact. Under a subject with a reply prefix only the first words or a note may call the mail automatic, because people
 * answer so, too. Text below a quote is never used.
 */
export const autoReplyWords = (message: NoteParts, { namesParent }: { readonly namesParent: boolean }): string => {
  const head = headOf(message);
  const answers = isReplySubject(message.subject) || isForwardSubject(message.subject);
  const called = automatic.exec(answers ? head.slice(0, FIRST_WORDS) : head)?.[0];
  if (called !== undefined) return called;
  const noted = answers || namesParent ? note.exec(head)?.[0] : undefined;
  if (noted !== undefined) return noted;
  const absent = absence.exec(head.slice(0, OPENING))?.[0] ?? "";
  return absent !== "" && (acknowledgement.test(head) || replyAbove.test(head)) && (!answers || saysNothingElse(message)) ? absent : "";
};

/** A longer text under the subject of a reply was written by a person, characters. */
const NOTE_LENGTH = 600;
/** The most words of a greeting, or of the name at the end. */
const FEW_WORDS = 4;

/**
 * Whether a mail contains only sentences of absence notes, and no question. Under the subject of a reply a person may also write about an absence,
 * but then writes something else, too, if only "Yes". A greeting that ends with a comma, a closing and the sender's name are allowed.
 */
const saysNothingElse = ({ text, html, from }: NoteParts): boolean => {
  const whole = aboveQuote((text.trim() === "" ? htmlToText(html.slice(0, HTML_HEAD)) : text).slice(0, HEAD))
    .replaceAll("’", "'")
    .trim();
  if (whole.length > NOTE_LENGTH || /[?？;؟]/.test(whole)) return false;
  const greeted = whole.replace(/^[^\n.!?]{1,60}[,:，：]\s*\n\s*/, (greeting) =>
    greeting.trim().split(/\s+/).length <= FEW_WORDS ? "" : greeting,
  );
  const names = (from?.name ?? "").toLowerCase().split(/\s+/);
  const isSigned = (line: string) =>
    line
      .toLowerCase()
      .split(/\s+/)
      .every((word) => names.includes(word)) || closing.test(line);
  const unsigned = greeted.split("\n").filter((line) => line.trim() === "" || !isSigned(line.trim()));
  const sentences = unsigned.join("\n").split(/(?<!\d)[.!](?=\s|$)|[。！]|\n\s*\n/);
  return sentences
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .every(
      (sentence) =>
        sentence === "" || [closing, absence, acknowledgement, automatic, note, replyAbove].some((phrase) => phrase.test(sentence)),
    );
};

/** Whether a text has any phrase of automatic answers. Such a phrase proves nothing alone, only together with another sign of a program. */
export const mayBeAutomatic = (message: Pick<ParsedMessage, "text" | "html">): boolean => {
  const head = headOf(message);
  return [automatic, note, absence, acknowledgement].some((phrase) => phrase.test(head));
};

/** The most words of a sentence of thanks; a longer one continues with a person's words. */
const THANKS_WORDS = 9;

/**
 * Whether a text calls itself automatic or mentions an absence, or consists only of the short sentences of such notes. Long sentences of thanks are a
 * person's.
 */
export const readsLikeAutoReply = (message: NoteParts): boolean => {
  const head = headOf(message);
  const isShort = head.split(/[.!。！]/).every((sentence) => sentence.trim().split(/\s+/).length <= THANKS_WORDS);
  return [automatic, note, absence].some((phrase) => phrase.test(head)) || (isShort && saysNothingElse(message));
};

/** Calendars write the whole text themselves, and quote what the guest added: "Jane Doe has declined this invitation with this note: "…"". */
const fromCalendar = /@calendar\.google\.com|calendar-notification@google\.com|\bcalendar\.google\.com\b/i;
const quotedNote = /^[^\S\r\n]{0,20}["“”„«»「『][^\n]{0,2000}["“”«»」』][^\S\r\n]{0,20}$/m;
/** "When: Friday", "Wann: Freitag", the rule below such lines, or a link alone. */
const detailLine = /^\p{L}[\p{L} ]{0,20}: ?|^[^\p{L}]*$|^https?:\S+$/u;

/**
 * Whether an answer to an invitation has words of the guest: a line that neither names the guest, as "Jane Doe has accepted" does, nor repeats the
 * meeting's title or details.
 */
export const hasOwnWords = ({ subject, from, text, html }: Pick<ParsedMessage, "subject" | "from" | "text" | "html">): boolean => {
  const whole = aboveQuote((text.trim() === "" ? htmlToText(html.slice(0, HTML_HEAD)) : text).slice(0, HEAD));
  if (fromCalendar.test(from.email) || fromCalendar.test(whole)) return quotedNote.test(whole);
  const title = subject.slice(subject.indexOf(":") + 1).trim();
  const generated = [from.name, from.email, title].filter((word) => word !== "").map((word) => word.toLowerCase());
  return whole
    .split("\n")
    .map((line) => line.trim())
    .some((line) => !detailLine.test(line) && !generated.some((word) => line.toLowerCase().includes(word)));
};

const receipt = anyStart("receiptBodies");
const receiptSubject = new RegExp(`^\\s*(?:${anyOf("receiptSubjects")})(?=\\s?(?:[:：(\\-–]|$))`, "iu");

/**
 * The words in which a receipt without a report part (RFC 8098) says what happened to the mail, when its subject is a receipt's; `""` for any other
 * mail.
 */
export const receiptWords = (message: Pick<ParsedMessage, "subject" | "text" | "html">): string =>
  receiptSubject.test(withoutGatewayTags(message.subject)) ? (receipt.exec(headOf(message))?.[0] ?? "") : "";

/** The text above the first quoted line or rule. */
const aboveQuote = (text: string): string => {
  const end = text.startsWith(">") ? 0 : text.search(/\n(?:>|-{3})/);
  return end < 0 ? text : text.slice(0, end);
};
