import { attributionEndingAt } from "./attribution.ts";
import { headerBlockAt } from "./header-block.ts";
import { readLabel } from "./labels.ts";
import { isRule, readMarker } from "./markers.ts";
import { isAttributionOfQuote, isHeaderOfQuote } from "./second-evidence.ts";
import { quotedRunEnd, type BodyLine, type Decision, type Here } from "./body-lines.ts";

/** In order: the first rule that returns a decision about a line counts. A line without a decision is kept. */
export const rules: readonly ((here: Here) => Decision | undefined)[] = [
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
    const header = headerBlockAt(texts, at);
    const marked = first ? line.cutsHere && headerBlockAt(texts, shown, true) !== undefined : ruled || line.cutsHere;
    if (forward && (marked || (header && !first))) return { keepRest: true };
    if (!marked && (first || !header || !isHeaderOfQuote(here, header))) return undefined;
    const quote = firstNew > at && !line.cutsHere ? quoteBelowHeader(lines, texts, at) : undefined;
    if (quote !== undefined) return { drop: [at, quote], next: quote, introduced: quote };
    const certain = ruled || (!unclear && headerBlockAt(texts, shown, line.cutsHere) !== undefined);
    return { cutFrom: at, from: introductionStart(texts, at), certain };
  },

  // On Friday, 20 November 2026, Jane Doe <jane@example.com> wrote:
  (here) => {
    const { lines, texts, kept, at, below, forward, first, firstNew } = here;
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

/** How many words lines must have before their absence from the answered message says something. */
const OWN_WORDS = 4;

/** Whether marked lines that nothing introduced are the writer's: the answered message is known, and has none of their words. */
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

/** The quoted line directly below a copied header, when an answer follows the quote: a person who answers there wrote nothing above. */
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
