import { attributionEndingAt } from "./attribution.ts";
import { deviceFooters } from "./device-footer.ts";
import { headerBlockAt } from "./header-block.ts";
import { readLabel } from "./labels.ts";
import { isRule, readMarker, type Marker } from "./markers.ts";

/** Most lines of a body that are read; what lies beyond stays where the last of them stays. */
export const MAX_LINES = 10_000;

/** A line of a message body. `quoted` and `cutsHere` come from markup (a blockquote, a client's reply container); plain text has only its `>`. */
export interface BodyLine {
  readonly text: string;
  readonly quoted: boolean;
  readonly cutsHere: boolean;
  /** quoted by the own mark of a mail program */
  readonly certain?: boolean;
}

/** What stays of a line: nothing, all of it, or the first characters before an attribution that shares the line. */
export type Kept = boolean | string;

/** What the rest of the mail says of its body. Without any of it the mail is taken for an answer. */
export interface StripOptions {
  /** The subject says that the mail passes another on ("Fwd: …"), which Outlook's body does not tell from an answer. */
  readonly forward?: boolean;
  /** The mail answers nothing: only what is marked as a quote beyond doubt goes. */
  readonly first?: boolean;
  /** Nothing says whether the mail answers or passes on: a copied header that nothing stands above, which is all there is, stays. */
  readonly unclear?: boolean;
}

/** A line of the body, with what the rules ask of it. */
interface Here extends StripOptions {
  readonly lines: readonly BodyLine[];
  readonly texts: readonly string[];
  readonly kept: readonly Kept[];
  readonly at: number;
  readonly line: BodyLine;
  readonly marker: Marker;
  /** the first line at or below this one that is neither empty nor a single rule */
  readonly shown: number;
  /** the next line that is not empty */
  readonly below: number;
  /** the first line that stays and is no rule; Infinity when nothing new was read yet */
  readonly firstNew: number;
  /** the line that an attribution above introduced as a quote */
  readonly introduced: number;
}

/** What a rule decides: all the rest stays, all the rest goes, or these lines go and reading continues below them. */
type Decision =
  | { readonly keepRest: true }
  | { readonly cutFrom: number; readonly from: number; readonly before?: string; readonly certain: boolean }
  | { readonly drop: readonly [from: number, end: number]; readonly before?: string; readonly next: number; readonly introduced?: number };

/** From the top: the first rule that decides about a line is the one that counts. A line that none decides about stays. */
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
  ({ lines, line, at, first, introduced }) => {
    if (!line.quoted) return undefined;
    const end = quotedRunEnd(lines, at);
    if (lines.slice(at, Math.min(end, at + 3)).some(({ text }) => readMarker(text) === "forward")) return { keepRest: true };
    const goes = !first || line.certain === true || introduced === at;
    return { drop: goes ? [at, end] : [at, at], next: end };
  },

  // ----- Original message ----- · From: … Sent: … To: … Subject: …
  ({ line, lines, marker, texts, at, shown, below, forward, first, unclear, firstNew }) => {
    const ruled = marker === "original" || (marker === "weak-original" && headerBlockAt(texts, below, true));
    const cuts = first ? line.cutsHere && headerBlockAt(texts, shown, true) : ruled || line.cutsHere || headerBlockAt(texts, at);
    if (!cuts) return undefined;
    if (forward) return { keepRest: true };
    const quote = firstNew > at && !line.cutsHere ? quoteBelowHeader(lines, texts, at) : undefined;
    if (quote !== undefined) return { drop: [at, quote], next: quote, introduced: quote };
    return { cutFrom: at, from: introductionStart(texts, at), certain: ruled || (!unclear && headerBlockAt(texts, shown, line.cutsHere)) };
  },

  // On Friday, 20 November 2026, Jane Doe <jane@example.com> wrote:
  ({ lines, texts, kept, at, below, forward, first, firstNew }) => {
    const attribution = attributionEndingAt(texts, at);
    if (!attribution || kept[attribution.start] !== true) return undefined;
    const { before, certainty } = attribution;
    const start = before === "" ? introductionStart(texts, attribution.start) : attribution.start;
    const follower = lines[below];
    if (forward && !follower?.quoted && certainty === "strong") return { keepRest: true };
    const introducesQuote = follower?.quoted === true || (!first && headerBlockAt(texts, below, true));
    const standsAlone = certainty === "strong" && (before !== "" || firstNew < start);
    if (!introducesQuote && (!standsAlone || first)) return undefined;
    return follower?.quoted
      ? { drop: [start, at + 1], before, next: at + 1, introduced: below }
      : { cutFrom: at + 1, from: start, before, certain: true };
  },
];

/**
 * Decides which lines of a body are new, in one pass from the top. An attribution with quoted lines below it goes with them and reading goes
 * on (inline answers, bottom posting); one with plain text below it, a copied header, or an "original message" rule cuts off all the rest. A
 * forwarded message stays: what follows its marker, and when the mail is known to be a forward, what follows a copied header or an
 * attribution. Of the first mail of a conversation, which may itself be a form with From and Subject, or cite somebody, only certain quotes
 * and those below an attribution go. The footers of mail programs go from the end of what stays.
 */
export const keepLines = (lines: readonly BodyLine[], options: StripOptions = {}): Kept[] => {
  const texts = lines.map((line) => line.text);
  const kept: Kept[] = lines.map(() => true);
  const next = nextTexts(texts);
  let introduced = -1;
  let firstNew = Infinity;
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const isEmpty = line.text.trim() === "";
    const marker = readMarker(line.text);
    const here = {
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
    };
    const decision = isEmpty && !line.cutsHere ? undefined : firstOf(here);
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
    introduced = decision.introduced ?? introduced;
    at = decision.next;
  }
  for (const footer of deviceFooters(texts, (i) => kept[i] !== false)) kept[footer] = false;
  return kept;
};

/** Where what introduces a quote begins, its own line being `at`: below a phrase between rules, or below Yandex's rule with whom it was to. */
const introductionStart = (texts: readonly string[], at: number): number => {
  if (/^\s*-{3,}[^-].{1,60}[^-]-{3,}\s*$/.test(texts[at - 1] ?? "")) return at - 1;
  let top = at;
  while (top > at - 4 && readLabel(texts[top - 1] ?? "")) top--;
  return top < at && isRule(texts[top - 1] ?? "") ? top - 1 : at;
};

/** The most lines between the start of a copied header and the quote below it. */
const MAX_HEADER_LINES = 16;

/** The quoted line right below a copied header, when an answer stands below the quote: whoever answers there has nothing above. */
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

/** Drops everything from a line on, and the empty lines and the rule above it. */
const cut = (texts: readonly string[], kept: Kept[], from: number): void => {
  kept.fill(false, from);
  for (let i = from - 1; i >= 0 && (kept[i] === false || texts[i]!.trim() === "" || isRule(texts[i]!)); i--) kept[i] = false;
};

/** Quoted lines, the empty ones between them, and link ends that a mailer wrapped out of the quote. */
const quotedRunEnd = (lines: readonly BodyLine[], start: number): number => {
  let end = start + 1;
  for (let i = end; i < lines.length; i++) {
    const { text, quoted } = lines[i]!;
    if (quoted) end = i + 1;
    else if (text.trim() !== "" && !isWrappedLink(lines, i)) break;
  }
  return end;
};

const isWrappedLink = (lines: readonly BodyLine[], at: number): boolean => {
  if (!lines[at + 1]?.quoted || !lines[at - 1]?.quoted) return false;
  const above = lines[at - 1]!.text;
  return /^\s*\(?<?https?:\/\/\S{1,500}\s*>?$/.test(lines[at]!.text) || /[(<]https?:\/\/[^\s)>]{1,500}$/.test(above);
};

/** For each line, and the end, the first at or below it that is not empty; the number of lines when there is none. */
const nextTexts = (texts: readonly string[]): readonly number[] => {
  const next = [...texts.keys(), texts.length];
  for (let at = texts.length - 1; at >= 0; at--) if (texts[at]!.trim() === "") next[at] = next[at + 1]!;
  return next;
};
