import type { BodyLine, Decision, Here, Kept, StripOptions } from "./body-lines.ts";
import { deviceFooters } from "./device-footer.ts";
import { isRule, readMarker } from "./markers.ts";
import { rules } from "./rules.ts";
import { lastSureQuote } from "./second-evidence.ts";

/**
 * Decides which lines of a body are new, in one pass from the top.
 * - An attribution with quoted lines below it is dropped with them, and reading continues (inline answers, bottom posting).
 * - An attribution with plain text below it, a copied header, or an "original message" rule drops all the rest, if a second sign shows that a quote
 * follows.
 * - A forwarded message is kept: the text after its marker and, in a mail known to be a forward, after a copied header or an attribution.
 * - In the first mail of a conversation, which may be a form with From and Subject or cite somebody, only certain quotes and those below an
 * attribution are dropped.
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
