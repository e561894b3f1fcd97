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

/** The head of a quote has no more characters on a line. */
const HEAD_MAX = 500;

const kindOf = (texts: readonly string[], at: number, said: boolean | undefined): Line => {
  const text = texts[at]!.replace(mark, "");
  if (mark.test(text)) return "head";
  if (said === true) return "parents";
  const isHead =
    text.length <= HEAD_MAX &&
    (readMarker(text) !== undefined || readLabel(text) !== undefined || isRule(text) || attributionEndingAt(texts, at) !== undefined);
  if (isHead) return "head";
  return said === undefined ? "unclear" : "own";
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
  const said = new Map(dropped.map((at) => [at, isParentsLine(texts[at]!.replace(mark, ""))]));
  if (![...said.values()].includes(true)) return new Map();
  const between: number[][] = [];
  const below: number[] = [];
  let [open, isInside, parents]: [number[], boolean, number] = [[], false, 0];
  const end = (): void => {
    below.push(...open);
    [open, isInside] = [[], false];
  };
  for (const at of dropped) {
    const kind = kindOf(texts, at, said.get(at));
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
