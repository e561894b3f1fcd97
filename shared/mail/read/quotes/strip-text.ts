import { cutText } from "../../text.ts";
import { asWritten, withoutTextQuote } from "../../write/compose/history.ts";
import { withLf, flowedLines, markedLine } from "../readable-text.ts";
import { attributionEndingAt } from "./attribution.ts";
import { isGroupWiseHead, MAX_LINES, type BodyLine, type StripOptions } from "./body-lines.ts";
import { keepLines } from "./keep-lines.ts";

/** The longest body that is read, characters (S15 in SECURITY.md); later text is kept or dropped with the last line read. */
const MAX_LENGTH = 256 * 1024;

/**
 * The new content of a plain text body: quotes and their attribution lines are dropped, the signature and forwarded blocks are kept. Linear in the
 * text.
 */
export const replyText = (text: string, options: StripOptions = {}): string => {
  const { flow } = options;
  const own = flow ? undefined : withoutTextQuote(asWritten(text));
  if (own !== undefined) return own;
  const read = cutText(text, MAX_LENGTH);
  const flowed = flow && flowedLines(unified(read), flow);
  const all = flowed?.map(markedLine) ?? unified(read).split("\n");
  const raw = all.slice(0, MAX_LINES);
  const code = fencedLines(raw);
  const lines = raw.map((line, i): BodyLine => ({
    text: withoutEntities(line),
    quoted: !code.has(i) && (flowed ? flowed[i]!.depth > 0 : isQuotedLine(raw, i)),
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

/** QQ Mail writes some HTML entities into its plain text. */
const withoutEntities = (line: string): string =>
  line.includes("&") ? line.replaceAll("&nbsp;", " ").replaceAll("&lt;", "<").replaceAll("&gt;", ">") : line;

/**
 * Whether a line is quoted: it starts with `>`, or with initials and `>` among such lines. A single "> 5", ">=", ">> here <<" or indented line is
 * prose, unless it is a numbered point ("> 1. When?") or directly below an attribution.
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

/** Directly below it, or after one empty line. */
const isBelowAttribution = (lines: readonly string[], at: number): boolean => {
  const above = lines[at - 1]?.trim() === "" ? at - 2 : at - 1;
  return above >= 0 && attributionEndingAt(lines, above) !== undefined;
};

/** The lines between fences of three backticks, which mark source code. */
const fencedLines = (lines: readonly string[]): ReadonlySet<number> => {
  const fences = lines.flatMap((line, i) => (/^\s{0,3}```/.test(line) ? [i] : []));
  const inside = new Set<number>();
  for (let pair = 0; pair + 1 < fences.length; pair += 2) for (let i = fences[pair]!; i < fences[pair + 1]!; i++) inside.add(i);
  return inside;
};

/** Whether "> wrote:" ends "On …, Jane <jane@example.com" above it: the line was wrapped before the bracket. */
const closesAddress = (above: string | undefined, line: string): boolean => {
  return above !== undefined && /^> ?[^>]{1,40}[:：]\s*$/.test(line) && /< ?[^<>\s@]{1,200}@[^<>\s]{1,255}\s*$/.test(above.slice(-460));
};
