import { bareSubject } from "../../write/compose/subject.ts";
import { attributionEndingAt, type Attribution } from "./attribution.ts";
import type { BodyLine, Here } from "./body-lines.ts";
import { headerBlockAt, headerEnd, type HeaderCertainty } from "./header-block.ts";
import { labelsWithin, readLabel } from "./labels.ts";
import { isRule } from "./markers.ts";

/**
 * A line that looks like the head of a quote may be the writer's: "As you wrote on 16 November:", "From: Rome / To: Paris". Before the rest is
 * dropped with it, a second sign must show a quote: the words below are those of the answered message, or only a program writes like this. Where the
 * answered message is known, it decides.
 */

/** Whether an attribution without quoted lines below it introduces a quote. */
export const isAttributionOfQuote = (here: Here, { start, certainty }: Attribution): boolean => {
  if (certainty === "weak") return false;
  const { isParents, texts, at, belowQuote, lastQuote } = here;
  const known = isParents?.(() => untilNextHead(here, at + 1));
  if (known !== undefined || certainty === "strong") return known !== false;
  // without an address it is a program's line only at the start of a paragraph, and only if the mail has no better one
  return !belowQuote && (texts[start - 1] ?? "").trim() === "" && lastQuote() <= at;
};

/** Whether a copied header that neither a marker nor markup introduces starts a quote. */
export const isHeaderOfQuote = (here: Here, certainty: HeaderCertainty): boolean => {
  const { isParents, texts, at, subject } = here;
  if (isRule(texts.slice(Math.max(0, at - 3), at).findLast((text) => text.trim() !== "") ?? "")) return true;
  const known = isParents?.(() => untilNextHead(here, headerEnd(texts, at)));
  if (known !== undefined) return known;
  const agrees = agreesOnSubject(texts, at, subject);
  return certainty === "strong" ? agrees !== false : agrees === true;
};

/** The most lines below a head that are compared with the answered message. */
const MAX_COMPARED = 60;

/** The lines from `from` up to a quote or the possible head of another quote: the real quote may begin below the writer's text. */
const untilNextHead = ({ lines, texts }: Here, from: number): readonly string[] => {
  const isHead = (at: number) =>
    lines[at]!.quoted || attributionEndingAt(texts, at) !== undefined || headerBlockAt(texts, at) !== undefined;
  let end = from;
  while (end < from + MAX_COMPARED && end < texts.length && !isHead(end)) end++;
  return texts.slice(from, end);
};

/** Whether a copied header has the subject of this mail, as far as it is on one line; undefined when either has none. */
const agreesOnSubject = (texts: readonly string[], at: number, subject = ""): boolean | undefined => {
  if (subject === "") return undefined;
  const label = texts
    .slice(at, at + 8)
    .flatMap((text) => readLabel(text) ?? [])
    .find(({ kind, value }) => kind === "subject" && labelsWithin(value).length === 0);
  const theirs = bareSubject(label?.value ?? "");
  if (theirs === "") return undefined;
  return subject.startsWith(theirs) || theirs.startsWith(subject);
};

/** The index of the last line that certainly starts a quote; -1 for none. Reads from the end, each line once. */
export const lastSureQuote = (lines: readonly BodyLine[], texts: readonly string[]): number =>
  lines.findLastIndex(({ cutsHere, certain, quoted }, at) => {
    if (cutsHere || certain === true) return true;
    if (quoted) return false;
    if (headerBlockAt(texts, at) === "strong") return true;
    const attribution = attributionEndingAt(texts, at);
    return attribution?.certainty === "strong" || (attribution !== undefined && isQuotedBelow(lines, at));
  });

const isQuotedBelow = (lines: readonly BodyLine[], at: number): boolean => {
  const next = lines.slice(at + 1, at + 4).find(({ text }) => text.trim() !== "");
  return next?.quoted === true;
};
