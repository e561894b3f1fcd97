import { htmlToText } from "../html/html-to-text.ts";
import { cutText, withoutInvisible } from "../text.ts";

/** Text with LF line ends instead of CRLF and CR. */
export const withLf = (text: string): string => text.replace(/\r\n?/g, "\n");

/** How a text/plain; format=flowed is joined (RFC 3676): with `delSp` the space at a soft line break is not part of the text. */
export interface Flow {
  readonly delSp: boolean;
}

/** A line of flowed text: the number of `>` before it, and its text, joined with the lines that continue it. */
export interface FlowedLine {
  readonly depth: number;
  readonly text: string;
}

/**
 * Joins a text/plain; format=flowed (RFC 3676, 4): a line that ends with a space is continued on the next one, and the space of a stuffed line is
 * removed.
 */
export const flowedLines = (text: string, { delSp }: Flow): readonly FlowedLine[] => {
  const lines: { depth: number; parts: string[] }[] = [];
  let open = false;
  for (const line of withLf(text).split("\n")) {
    let depth = 0;
    while (line[depth] === ">") depth++;
    const words = line.slice(line[depth] === " " ? depth + 1 : depth);
    const isSignature = words === "-- ";
    const goesOn = words.endsWith(" ") && !isSignature;
    const part = goesOn && delSp ? words.slice(0, -1) : words;
    const last = lines.at(-1);
    if (open && last?.depth === depth && !isSignature) last.parts.push(part);
    else lines.push({ depth, parts: [part] });
    open = goesOn;
  }
  return lines.map(({ depth, parts }) => ({ depth, text: parts.join("") }));
};

/** A line with its quote marks, as in text that is not flowed. */
export const markedLine = ({ depth, text }: FlowedLine): string => (depth === 0 ? text : `${">".repeat(depth)} ${text}`);

/** The longest text that may be a placeholder, and how much of the HTML is looked at, characters. */
const PLACEHOLDER_MAX = 300;
const HTML_MAX = 64 * 1024;

/** What programs write into a text part for those who do not show the HTML part: all of them name HTML, MIME or a browser. */
const namesHtml = /html|\bmime\b|multi-?part|browser|навигатор|браузер|浏览器|瀏覽器|ブラウザ|브라우저/i;

/** A program filled in the text part when it has at most FEW_WORDS words, and none of them occurs in an HTML part with at least SOME_WORDS words. */
const FEW_WORDS = 4;
const SOME_WORDS = 3;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const saysSomethingElse = (words: string, shown: string): boolean => {
  const [few, all] = [wordsOf(words), wordsOf(shown)];
  return few.length <= FEW_WORDS && all.length >= SOME_WORDS && few.every((word) => !all.includes(word));
};

/**
 * Whether a plain text part only says that there is an HTML part. Two signs are needed: it has no words, few words, or words that name HTML; and the
 * HTML has words that it lacks, or, when it has few words, only other words.
 */
export const isPlaceholder = (text: string, html: string): boolean => {
  if (html.trim() === "" || text.length > PLACEHOLDER_MAX * 4) return false;
  const words = folded(text);
  const isBare = /^[\p{P}\p{Z}\s]*$/u.test(words);
  if (words.length > PLACEHOLDER_MAX || !(isBare || namesHtml.test(words) || wordsOf(words).length <= FEW_WORDS)) return false;
  const shown = folded(htmlToText(cutText(html, HTML_MAX)));
  if (!isBare && !namesHtml.test(words)) return saysSomethingElse(words, shown);
  return /[\p{L}\p{N}]/u.test(shown) && (!shown.includes(words) || shown.length > words.length * 4);
};

const folded = (text: string): string =>
  withoutInvisible(text)
    .replace(/\s+|&nbsp;/g, " ")
    .trim();

/** A message's text as its readers see it: flowed text is joined. "" for a placeholder, so that the caller reads the HTML instead. */
export const readableText = ({
  text,
  html,
  flow,
}: {
  readonly text: string;
  readonly html: string;
  readonly flow?: Flow | undefined;
}): string => {
  if (isPlaceholder(text, html)) return "";
  return flow ? flowedLines(text, flow).map(markedLine).join("\n") : text;
};

/** The length of a snippet, graphemes. */
const SNIPPET_LENGTH = 200;
/** Created on first use, because its tables take longer to load at a cold start than all of our code. */
let graphemes: Intl.Segmenter | undefined;

/** The first 200 characters (graphemes) of a text on one line, white space collapsed. */
export const snippet = (text: string): string => {
  // Nearly always the beginning of the text is enough.
  const beginning = onOneLine(text.slice(0, SNIPPET_LENGTH * 2));
  if (beginning.length > SNIPPET_LENGTH && isPlain(beginning)) return beginning.slice(0, SNIPPET_LENGTH).trim();
  const all = onOneLine(text.slice(0, SNIPPET_LENGTH * 40));
  if (isPlain(all)) return all.slice(0, SNIPPET_LENGTH).trim();
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let out = "";
  let count = 0;
  for (const { segment } of graphemes.segment(all)) {
    if (++count > SNIPPET_LENGTH) break;
    out += segment;
  }
  return out.trim();
};

const onOneLine = (text: string): string => text.replace(/[\s\u200b]{2,}|[^\S ]|\u200b/g, " ").trim();

/** In texts without combining marks each character is one grapheme, and the segmenter would take fifty times as long. */
const isPlain = (text: string): boolean => /^[\x20-\u02ff]*$/.test(text.slice(0, SNIPPET_LENGTH + 1));

/** A mail's new content (api/README.md, "Replies, forwards, follow-ups"). */
export interface NewContent {
  readonly text: string;
  readonly html: string;
  readonly snippet: string;
}

/** Both bodies with the snippet; a missing text is made from the HTML, so that no list row is empty. */
export const withSnippet = (text: string, html: string): NewContent => {
  const words = text.trim() === "" ? htmlToText(html).trim() : text;
  return { text: words, html, snippet: snippet(words) };
};

/** The longest evidence, characters. */
const MAX_EVIDENCE = 200;

/** Why a mail has its kind: the rule that matched, and the line of the mail that shows it. */
export interface Match<Rule extends string> {
  readonly rule: Rule;
  readonly evidence: string;
}

/** A match whose evidence is shortened to one line. */
export const matchOf = <Rule extends string>(rule: Rule, evidence: string): Match<Rule> => ({
  rule,
  evidence: evidence
    .slice(0, MAX_EVIDENCE * 5)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_EVIDENCE),
});
