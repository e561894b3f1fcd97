import { cutText } from "../../text-size.ts";
import { asWritten, withoutTextQuote } from "../../write/compose/own-quote.ts";
import { withLf } from "../line-ends.ts";
import { attributionEndingAt } from "./attribution.ts";
import { isGroupWiseHead } from "./markers.ts";
import { MAX_LINES, type BodyLine, type StripOptions } from "./body-lines.ts";
import { keepLines } from "./keep-lines.ts";

/** Longest body that is read, in characters (S15); what lies beyond stays where the last line that was read stays. */
const MAX_LENGTH = 256 * 1024;

/** What the sender wrote now in a plain text body: quoted history and its attribution lines go, signature and forwarded blocks stay. Linear in the text. */
export const replyText = (text: string, options: StripOptions = {}): string => {
  const own = withoutTextQuote(asWritten(text));
  if (own !== undefined) return own;
  const read = cutText(text, MAX_LENGTH);
  const all = unified(read).split("\n");
  const raw = all.slice(0, MAX_LINES);
  const code = fencedLines(raw);
  const lines = raw.map((line, i): BodyLine => ({
    text: withoutEntities(line),
    quoted: !code.has(i) && isQuotedLine(raw, i),
    cutsHere: false,
  }));
  const keeps = keepLines(lines, options);
  const kept = keeps.flatMap((keep, i) => (keep === false ? [] : [keep === true ? raw[i]! : keep]));
  const rest =
    keeps.at(-1) === true
      ? all
          .slice(MAX_LINES)
          .map((line) => `\n${line}`)
          .join("") + unified(text.slice(read.length))
      : "";
  const first = kept.findIndex((line) => line.trim() !== "");
  return first < 0 ? "" : closedUp(`${kept.slice(first).join("\n")}${rest}`.trimEnd());
};

const unified = (text: string): string => withLf(text).replaceAll("\u2028", "\n");

/** At most two empty lines in a row. */
const closedUp = (text: string): string => (text.includes("\n\n\n\n") ? text.replace(/\n{4,}/g, "\n\n\n") : text);

/** QQ Mail writes some of the entities of html into its text. */
const withoutEntities = (line: string): string =>
  line.includes("&") ? line.replaceAll("&nbsp;", " ").replaceAll("&lt;", "<").replaceAll("&gt;", ">") : line;

/**
 * A line that begins with `>`, or with initials and `>` in a run of such lines; "> 5", ">=" ">> here <<" or an indented line alone is prose,
 * but for a numbered point ("> 1. When?") and what stands right below an attribution.
 */
export const isQuotedLine = (lines: readonly string[], at: number): boolean => {
  const line = lines[at]!;
  if (/^[ \t\u00a0\ufeff\u200b]{0,3}>/.test(line)) {
    if (closesAddress(lines[at - 1], line) || isGroupWiseHead(line)) return false;
    const lonely = !/^\s{0,3}>/.test(lines[at - 1] ?? "") && !/^\s{0,3}>/.test(lines[at + 1] ?? "");
    return !lonely || !isProseMark(line) || isBelowAttribution(lines, at);
  }
  const initials = /^\s{0,3}([A-Z]{1,3})>/.exec(line)?.[1];
  return (
    initials !== undefined && [lines[at - 1], lines[at + 1]].some((neighbour) => neighbour?.trimStart().startsWith(`${initials}>`) === true)
  );
};

const isProseMark = (line: string): boolean =>
  /^\s{0,3}>(?:\s?(?!\d{1,3}[.)]\s)[\d=<_]|-)|^\s{2,}>/.test(line) || line.trimEnd().endsWith("<<");

/** Right below it, or with one empty line between. */
const isBelowAttribution = (lines: readonly string[], at: number): boolean => {
  const above = lines[at - 1]?.trim() === "" ? at - 2 : at - 1;
  return above >= 0 && attributionEndingAt(lines, above) !== undefined;
};

/** The lines between fences of three backticks, as programmers set off code. */
const fencedLines = (lines: readonly string[]): ReadonlySet<number> => {
  const fences = lines.flatMap((line, i) => (/^\s{0,3}```/.test(line) ? [i] : []));
  const inside = new Set<number>();
  for (let pair = 0; pair + 1 < fences.length; pair += 2) for (let i = fences[pair]!; i < fences[pair + 1]!; i++) inside.add(i);
  return inside;
};

/** "> wrote:" below "On …, Jane <jane@example.com": the line was wrapped before the bracket. */
const closesAddress = (above: string | undefined, line: string): boolean => {
  return above !== undefined && /^> ?[^>]{1,40}[:：]\s*$/.test(line) && /< ?[^<>\s@]{1,200}@[^<>\s]{1,255}\s*$/.test(above.slice(-460));
};
