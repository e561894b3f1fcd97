import { anyOf, anyWordOf } from "../languages/phrases.ts";
import { withoutInvisible } from "../../text.ts";
import {
  isRule,
  readMarker,
  readLabel,
  quotedRunEnd,
  type BodyLine,
  type Decision,
  type Here,
  type Kept,
  type StripOptions,
} from "./body-lines.ts";
import { answersInside, headerBlockAt, isAttributionOfQuote, isHeaderOfQuote, lastSureQuote } from "./quote-heads.ts";
import { attributionEndingAt } from "./attribution.ts";

/** Names of devices and programs. */
const BRANDS =
  "iphon|ipad|ipod|\\bios\\b|android|samsung|galaxy|blackberry|windows|outlook|yahoo|proton|nokia|huawei|xiaomi|xperia|\\bhtc\\b|nexus|pixel|gmail|motorola|oneplus|" +
  "gmx|web\\.de|bluemail|k-9|fairemail|mail\\.ru|яндекс|微信|spark|superhuman|zoho|canary";
const devices = `${BRANDS}|${anyOf("devices")}`;

/** A link in brackets, as plain text shows the target of a word. */
const LINK = "(?:\\s*<https?:[^>\\s]*>)?";
/** Words of one sentence: a full stop may only be inside a name ("mail.ru", a link). */
const WORDS = "(?:[^.!?。！？，]|[.!?](?=\\S))*";
/** At most two words before the device, in languages where the verb comes last. */
const BEFORE = "(?:\\S{1,20} ){0,2}\\S{0,20}";

/** A whole line by which a program says where it runs: the phrase, the name of a device or program, and little else. */
const footer = new RegExp(
  `^(?=.*(?:${devices}))[*_]*(?:(?:${anyOf("sentFrom", "(?![\\p{L}\\p{N}])")})${WORDS}|${BEFORE}(?:${devices})\\S{0,20} ?(?:${anyOf("sentFromAtEnd")}))[.!?。*_]*${LINK}$`,
  "iu",
);
/** Outlook's advertisement on telephones in any language, recognised by its link. */
const outlookLink = /^[^<>@]*\boutlook\b[^<>@]{0,40}<https?:\/\/aka\.ms\/[^>\s]*>$/i;
/** A pronoun after the phrase: "Sent from my phone, I am on the road". */
const person = new RegExp(anyWordOf("speakers"), "iu");
const phrase = new RegExp(`^[*_]*(?:${anyOf("sentFrom")})`, "iu");

const isFooter = (line: string): boolean => {
  const text = withoutInvisible(line).trim();
  if (text === "" || text.length > 120 || text.split(/\s+/).length > 12) return false;
  return outlookLink.test(text) || (footer.test(text) && !person.test(text.replace(phrase, "")));
};

/** Whether a line is only a rule, a signature's mark or a tracking program's mark, which means nothing without text below it. */
const isBareMark = (line: string): boolean => /^\s*(?:[-_=*#~+‐–—]{2,}|\u1427)\s*$/u.test(line);

/**
 * The footers of mail programs ("Sent from my iPhone", in many languages) and bare rules at the end of the kept lines, which the sender did not
 * write. The sender's signature stays with everything in it, and so does a footer that is the whole text. `stays` says which lines are kept.
 */
const deviceFooters = (texts: readonly string[], stays: (at: number) => boolean): readonly number[] => {
  const isShown = (at: number) => stays(at) && withoutInvisible(texts[at]!).trim() !== "";
  const end: number[] = [];
  let last = texts.length - 1;
  for (; last >= 0; last--) {
    if (!isShown(last)) continue;
    if (!isFooter(texts[last]!) && !isBareMark(texts[last]!)) break;
    end.unshift(last);
  }
  if (last < 0 || end.length === 0) return [];
  const isSigned = texts.some((text, at) => /^--\s*$/.test(text) && isShown(at)) && end.some((at) => isFooter(texts[at]!));
  return isSigned ? [] : end;
};

/** The rules in order: the first one that returns a decision about a line counts. A line without a decision is kept. */
const rules: readonly ((here: Here) => Decision | undefined)[] = [
  // ---------- Forwarded message ---------
  ({ marker }) => (marker === "forward" ? { keepRest: true } : undefined),

  // ## Please type your reply above this line ##
  ({ marker, at, first, firstNew }) => {
    if (marker !== "reply-above") return undefined;
    if (firstNew > at) return { drop: [at, at + 1], next: at + 1 };
    return first ? undefined : { cutFrom: at, from: at, certain: true };
  },

  // > Shall we meet?
  (here) => {
    const { lines, texts, line, at, first, forward, introduced } = here;
    if (!line.quoted) return undefined;
    const end = quotedRunEnd(lines, at);
    if (lines.slice(at, Math.min(end, at + 3)).some(({ text }) => readMarker(text) === "forward")) return { keepRest: true };
    // GMX, web.de, mail.com and Open-Xchange quote a forwarded mail as they quote an answered one
    if (forward && headsCopy(texts, at, Math.min(end, at + COPIED_WITHIN))) return { keepRest: true };
    const goes = line.certain === true || introduced === at || (!first && !isOwnList(here, end));
    return { drop: goes ? [at, end] : [at, at], next: end };
  },

  // ----- Original message ----- · From: … Sent: … To: … Subject: …
  (here) => {
    const { line, lines, marker, texts, at, shown, below, forward, first, unclear, firstNew } = here;
    const ruled = marker === "original" || (marker === "weak-original" && headerBlockAt(texts, below, true) !== undefined);
    const header = first ? undefined : headerBlockAt(texts, at);
    const marked = first ? line.cutsHere && headerBlockAt(texts, shown, true) !== undefined : ruled || line.cutsHere;
    if (forward && (marked || header)) return { keepRest: true };
    if (!marked && (!header || !isHeaderOfQuote(here, header))) return undefined;
    const quote = firstNew > at && !line.cutsHere ? quoteBelowHeader(lines, texts, at) : undefined;
    if (quote !== undefined) return { drop: [at, quote], next: quote, introduced: quote };
    const certain = ruled || (!unclear && headerBlockAt(texts, shown, line.cutsHere) !== undefined);
    return { cutFrom: at, from: introductionStart(texts, at), certain };
  },

  // On Friday, 20 November 2026, Jane Doe <jane@example.com> wrote:
  (here) => {
    const { lines, texts, kept, at, below, forward, first, firstNew } = here;
    // In a first mail only marked lines below it make a quote.
    if (first && !lines[below]?.quoted) return undefined;
    const attribution = attributionEndingAt(texts, at);
    if (!attribution || kept[attribution.start] !== true) return undefined;
    const { before, certainty } = attribution;
    const start = before === "" ? introductionStart(texts, attribution.start) : attribution.start;
    const follower = lines[below];
    if (forward && !follower?.quoted && certainty !== "weak") return { keepRest: true };
    const introducesQuote = follower?.quoted === true || (!first && headerBlockAt(texts, below, true) !== undefined);
    const hasNewAbove = before !== "" || firstNew < start;
    if (!introducesQuote && (first || !hasNewAbove || !isAttributionOfQuote(here, attribution))) return undefined;
    return follower?.quoted
      ? { drop: [start, at + 1], before, next: at + 1, introduced: below }
      : { cutFrom: at + 1, from: start, before, certain: true };
  },
];

/** How many words lines must have before it means anything that the answered message lacks them. */
const OWN_WORDS = 4;

/** Whether marked lines without an introduction were written by the sender: the answered message is known, and contains none of their words. */
const isOwnList = ({ isParents, lines, texts, at }: Here, end: number): boolean => {
  const run = texts.slice(at, end).map((text) => text.replace(/^\s{0,3}>/, ""));
  if (lines[at]!.certain !== undefined || run.some((text) => text.startsWith(">"))) return false;
  return run.join(" ").split(/\s+/).filter(Boolean).length >= OWN_WORDS && isParents?.(() => run) === false;
};

/** A forwarded mail's header must be within this many lines of the quote's start. */
const COPIED_WITHIN = 6;

const headsCopy = (texts: readonly string[], from: number, end: number): boolean => {
  for (let at = from; at < end; at++) if (readMarker(texts[at]!) === "original" || headerBlockAt(texts, at) !== undefined) return true;
  return false;
};

/** The start of what introduces a quote on line `at`: a phrase between rules above it, or Yandex's rule with the recipient. */
const introductionStart = (texts: readonly string[], at: number): number => {
  if (/^\s*-{3,}[^-].{1,60}[^-]-{3,}\s*$/.test(texts[at - 1] ?? "")) return at - 1;
  let top = at;
  while (top > at - 4 && readLabel(texts[top - 1] ?? "")) top--;
  return top < at && isRule(texts[top - 1] ?? "") ? top - 1 : at;
};

/** The most lines between the start of a copied header and the quote below it. */
const MAX_HEADER_LINES = 16;

/** The quoted line directly below a copied header, when an answer follows the quote: a person who answers there has written nothing above it. */
const quoteBelowHeader = (lines: readonly BodyLine[], texts: readonly string[], at: number): number | undefined => {
  let quote = at + 1;
  while (quote < at + MAX_HEADER_LINES && lines[quote]?.quoted === false && isHeaderLine(texts, quote)) quote++;
  if (lines[quote]?.quoted !== true) return undefined;
  let answer = quotedRunEnd(lines, quote);
  while (texts[answer]?.trim() === "") answer++;
  return answer < lines.length ? quote : undefined;
};

const isHeaderLine = (texts: readonly string[], at: number): boolean =>
  texts[at]!.trim() === "" || isRule(texts[at]!) || readLabel(texts[at]!) !== undefined || attributionEndingAt(texts, at) !== undefined;

/**
 * Decides which lines of a body are new, in one pass from the top.
 * - An attribution with quoted lines below it is dropped with them, and reading continues (inline answers, bottom posting).
 * - An attribution with plain text below it, a copied header, or an "original message" rule drops all the rest, if a second sign shows that a quote
 * follows.
 * - A forwarded message is kept: the text after its marker and, in a mail known to be a forward, after a copied header or an attribution.
 * - In the first mail of a conversation, which may be a form with From and Subject or cite somebody, only certain quotes and those below an
 * attribution are dropped.
 * - What was written inside a quote is kept, where the answered message is known and lacks it.
 * - Mail programs' footers are dropped from the end of the kept lines.
 */
export const keepLines = (lines: readonly BodyLine[], options: StripOptions = {}): Kept[] => {
  const texts = lines.map((line) => line.text);
  const kept: Kept[] = lines.map(() => true);
  const next = nextTexts(texts);
  let lastQuote: number | undefined;
  let introduced = -1;
  let belowQuote = false;
  let firstNew = Infinity;
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const isEmpty = line.text.trim() === "";
    const marker = readMarker(line.text);
    const here: Here = {
      ...options,
      lines,
      texts,
      kept,
      at,
      line,
      marker,
      shown: belowRule(texts, next, at),
      below: next[at + 1]!,
      firstNew,
      introduced,
      belowQuote,
      lastQuote: () => (lastQuote ??= lastSureQuote(lines, texts)),
    };
    const decision: Decision | undefined = isEmpty && !line.cutsHere ? undefined : firstOf(here);
    if (!decision) {
      if (!isEmpty && !isRule(line.text)) firstNew = Math.min(firstNew, at);
      at++;
      continue;
    }
    if ("keepRest" in decision) break;
    const [from, end] = "drop" in decision ? decision.drop : [decision.from, decision.cutFrom];
    kept.fill(false, from, end);
    if (decision.before) kept[from] = decision.before;
    else if (firstNew >= from) firstNew = Infinity;
    if ("next" in decision && decision.next > end) firstNew = Math.min(firstNew, end);
    if ("cutFrom" in decision) {
      if (decision.certain || firstNew < decision.cutFrom) cut(texts, kept, decision.cutFrom);
      break;
    }
    belowQuote ||= line.quoted || decision.introduced !== undefined;
    introduced = decision.introduced ?? introduced;
    at = decision.next;
  }
  if (options.isParentsLine) for (const [at, keep] of answersInside(texts, kept, options.isParentsLine)) kept[at] = keep;
  for (const footer of deviceFooters(texts, (i) => kept[i] !== false)) kept[footer] = false;
  return kept;
};

const belowRule = (texts: readonly string[], next: readonly number[], at: number): number => {
  const shown = next[at]!;
  return shown < texts.length && isRule(texts[shown]!) ? next[shown + 1]! : shown;
};

const firstOf = (here: Here): Decision | undefined => {
  for (const rule of rules) {
    const decision = rule(here);
    if (decision) return decision;
  }
  return undefined;
};

/** Drops everything from a line on, with the empty lines and the rule above it. */
const cut = (texts: readonly string[], kept: Kept[], from: number): void => {
  kept.fill(false, from);
  for (let i = from - 1; i >= 0 && (kept[i] === false || texts[i]!.trim() === "" || isRule(texts[i]!)); i--) kept[i] = false;
};

/** For each line, and for the end, the index of the first line from there on that is not empty; the number of lines when there is none. */
const nextTexts = (texts: readonly string[]): readonly number[] => {
  const next = [...texts.keys(), texts.length];
  for (let at = texts.length - 1; at >= 0; at--) if (texts[at]!.trim() === "") next[at] = next[at + 1]!;
  return next;
};
