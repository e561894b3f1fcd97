import { attributes, scanHtml, type HtmlToken } from "../../html/scan.ts";
import { cutText } from "../../text.ts";

/** A token of a document; text with visible line breaks is one token for each line. */
export interface LineToken extends HtmlToken {
  readonly endsLine?: boolean;
}

const keepsBreaks = /white-space:\s*(?:pre|break-spaces)/i;
/** Elements nested deeper than this are treated as the deepest level. */
const MAX_DEPTH = 50;

/** Reads a document as `scanHtml` does, and splits the text of pre elements, and of elements styled like them (CSS `white-space`), into lines. */
export const lineTokens = function* (html: string): Generator<LineToken, void, undefined> {
  const open: string[] = [];
  for (const token of scanHtml(html)) {
    if (token.kind === "text" && open.length > 0) yield* linesOf(html, token);
    else yield token;
    if (token.kind === "open" && open.length < MAX_DEPTH && showsBreaks(html, token)) open.push(token.name);
    else if (token.kind === "open" && open.at(-1) === token.name && open.length < MAX_DEPTH) open.push(token.name);
    else if (token.kind === "close" && open.at(-1) === token.name) open.pop();
  }
};

const showsBreaks = (html: string, token: HtmlToken): boolean => {
  return token.name === "pre" || (token.end - token.start > 20 && keepsBreaks.test(attributes(html, token).get("style") ?? ""));
};

const linesOf = function* (html: string, token: HtmlToken): Generator<LineToken, void, undefined> {
  let start = token.start;
  for (let at = html.indexOf("\n", start); at >= 0 && at < token.end; at = html.indexOf("\n", start)) {
    yield { ...token, start, end: at + 1, endsLine: true };
    start = at + 1;
  }
  if (start < token.end) yield { ...token, start };
};

/** Whether lines contain the text of the answered message; undefined when that cannot be decided. `lines` is called only when needed. */
export type IsParents = (lines: () => readonly string[]) => boolean | undefined;

/** The most characters of the answered message that are read, words of it that are kept, and words below a line that are compared. */
const TEXT_MAX = 64 * 1024;
const WORDS_MAX = 5_000;
const COMPARED_MAX = 80;
const LINES_MAX = 60;
/** The most places in one mail that are compared. */
const COMPARISONS_MAX = 50;
/** How many words in a row must be equal; shorter runs occur in any two texts of one language. */
const RUN = 3;
/** The share of words in such runs: from one half on it is a quote, below one tenth it is the writer's own text. */
const IS_QUOTE = 0.5;
const IS_OWN = 0.1;
const WORDS_TO_DENY = 12;
/** Of a single line, which may begin or end with a word of another. */
const IS_LACKING = 0.25;

/** A word in lower case; in scripts without spaces, a character. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]{1,64}/gu;

const wordsOf = (text: string, most: number): readonly string[] => {
  const found: string[] = [];
  for (const [one] of text.matchAll(word)) if (found.push(one.toLowerCase()) === most) break;
  return found;
};

const runsOf = (words: readonly string[], length: number): readonly string[] =>
  words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(" "));

/** Compares lines with the words of the answered message, in time linear in both. */
export const parentWords = (parent: string): IsParents => {
  const words = wordsOf(cutText(parent, TEXT_MAX), WORDS_MAX);
  const length = Math.min(RUN, words.length);
  if (length === 0) return () => undefined;
  const known = new Set(runsOf(words, length));
  let comparisons = 0;
  return (lines) => {
    if (++comparisons > COMPARISONS_MAX) return undefined;
    const text = lines()
      .slice(0, LINES_MAX)
      .map((line) => line.slice(0, 1_000));
    const runs = runsOf(wordsOf(text.join("\n"), COMPARED_MAX), length);
    const share = runs.filter((run) => known.has(run)).length / Math.max(1, runs.length);
    if (share >= IS_QUOTE) return true;
    return share < IS_OWN && words.length >= WORDS_TO_DENY ? false : undefined;
  };
};

/** Whether a line is from the answered message, by its words; undefined when that is unclear. */
export type IsParentsLine = (line: string) => boolean | undefined;

/** What stands for a picture in a quote. */
const picture = /\[(?:cid|image|bild|imagen?|immagine)\b[^\]]{0,300}\]|\u{fffc}/giu;

/** A line without what programs add to it or change in it when they quote it: links, addresses, pictures. */
const asWrittenThere = (line: string): string =>
  line
    .slice(0, 1_000)
    .replace(picture, " ")
    .split(/\s+/)
    .filter((word) => !word.includes("@") && !/^[<([]?(?:https?:|www\.)/i.test(word))
    .join(" ");

/** Compares single lines with the words of the answered message. The words of a line of one or two words may stand anywhere in it. */
export const parentLines = (parent: string): IsParentsLine => {
  const words = wordsOf(cutText(parent, TEXT_MAX), WORDS_MAX);
  if (words.length < WORDS_TO_DENY) return () => undefined;
  const [single, known] = [new Set(words), new Set(runsOf(words, RUN))];
  return (line) => {
    const said = wordsOf(asWrittenThere(line), COMPARED_MAX);
    if (said.length === 0) return undefined;
    const [runs, within] = said.length < RUN ? [said, single] : [runsOf(said, RUN), known];
    const share = runs.filter((run) => within.has(run)).length / runs.length;
    if (share >= IS_QUOTE) return true;
    return share < IS_LACKING ? false : undefined;
  };
};

/** How many words in a row show that a text contains words of another; fewer where that has fewer, but at least three. */
const QUOTED_RUN = 8;
const QUOTED_LEAST = 3;
const QUOTING_WORDS_MAX = 20_000;

/** Whether a text contains several consecutive words of another, as a quote does; quote marks and line breaks are ignored. */
export const hasWordsOf = (text: string, other: string): boolean => {
  const words = wordsOf(cutText(other, TEXT_MAX), WORDS_MAX);
  if (words.length < QUOTED_LEAST) return false;
  const length = Math.min(QUOTED_RUN, words.length);
  const known = new Set(runsOf(words, length));
  return runsOf(wordsOf(cutText(text, 4 * TEXT_MAX), QUOTING_WORDS_MAX), length).some((run) => known.has(run));
};
