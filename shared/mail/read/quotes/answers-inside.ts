import { attributionEndingAt } from "./attribution.ts";
import type { Kept } from "./body-lines.ts";
import { readLabel } from "./labels.ts";
import { isRule, readMarker } from "./markers.ts";
import type { IsParentsLine } from "./parent-words.ts";

/**
 * Where the words of a dropped line come from: the answered message, not the answered message (so the writer), the head of a quote or an older quote,
 * or unclear.
 */
type Line = "parents" | "own" | "head" | "unclear";

/** Fewer words inside a quote may only be a program's changes to it, unless the mail has no other words. */
const LEAST_WORDS = 3;

const mark = /^[ \t\u00a0]{0,3}>[ \t]?/;

const kindOf = (texts: readonly string[], at: number, isParentsLine: IsParentsLine): Line => {
  const text = texts[at]!.replace(mark, "");
  const isHead =
    mark.test(text) || readMarker(text) !== undefined || readLabel(text) !== undefined || isRule(text) || attributionEndingAt(texts, at);
  if (isHead) return "head";
  const said = isParentsLine(text);
  if (said === undefined) return "unclear";
  return said ? "parents" : "own";
};

const wordsIn = (texts: readonly string[]): number =>
  texts
    .join(" ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/**
 * The lines that the mail's author wrote inside a dropped quote: the answered message lacks them, and they stand between lines that it has. Lines
 * below its last line count only when the mail has no other words, because programs put footers there. Lines above its first line, below another
 * header or deeper in the quote belong to older mail and stay dropped. When more of the quote is unknown than known, all of it stays dropped.
 */
export const answersInside = (texts: readonly string[], kept: readonly Kept[], isParentsLine: IsParentsLine): ReadonlyMap<number, Kept> => {
  const dropped = [...kept.keys()].filter((at) => kept[at] === false && texts[at]!.trim() !== "");
  const first = dropped[0];
  // The first question shows whether there is an answered message to compare with.
  if (first === undefined || dropped.every((at) => isParentsLine(texts[at]!.replace(mark, "")) === undefined)) return new Map();
  const between: number[][] = [];
  const below: number[] = [];
  let [open, isInside, parents]: [number[], boolean, number] = [[], false, 0];
  const end = (): void => {
    below.push(...open);
    [open, isInside] = [[], false];
  };
  for (const at of dropped) {
    const kind = kindOf(texts, at, isParentsLine);
    if (kind === "head") end();
    if (kind === "own" && isInside) open.push(at);
    if (kind !== "parents") continue;
    if (open.length > 0) between.push(open);
    [open, isInside] = [[], true];
    parents += wordsIn([texts[at]!]);
  }
  end();
  const isAlone = kept.every((keep, at) => keep === false || texts[at]!.trim() === "");
  const textsOf = (lines: readonly number[]) => lines.map((at) => texts[at]!);
  const long = between.filter((lines) => isAlone || wordsIn(textsOf(lines)) >= LEAST_WORDS).flat();
  const own = long.length > 0 || !isAlone ? long : below.filter((at) => !/https?:|www\./i.test(texts[at]!));
  if (wordsIn(textsOf(own)) > Math.max(parents, LEAST_WORDS) * MOST) return new Map();
  return new Map(own.map((at) => [at, mark.test(texts[at]!) ? texts[at]!.replace(mark, "") : true]));
};

/** Answers inside a quote may have at most this many times the quote's known words; with more unknown words the quote is from another mail. */
const MOST = 3;
