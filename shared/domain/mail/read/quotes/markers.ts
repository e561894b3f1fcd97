import { anyOf, phrasesOf } from "../languages/phrases.ts";
import { readLabel } from "./labels.ts";

const originalPhrase = new RegExp(`^(?:${anyOf("originalMessage")})$`, "iu");
const forwardPhrase = new RegExp(`^(?:${anyOf("forwardedMessage")})(?:$|[\\s*_]*[-‐–—=_]{2,})`, "iu");
const replyAbove = new RegExp(anyOf("replyAboveThisLine"), "iu");
const replyAboveAlone = new RegExp(`^[^\\p{L}]*(?:${anyOf("replyAboveThisLine")})[^\\p{L}]*$`, "iu");

const longestOriginal = Math.max(...phrasesOf("originalMessage").map(({ length }) => length));
/** Longer than any phrase, with neither a rule nor a colon at its edges: most lines, which need no closer look. */
const isProse = (line: string): boolean =>
  line.length > longestOriginal && /[\p{L}\p{N}]/u.test(line[0]!) && /[\p{L}\p{N}.,;!?]/u.test(line.at(-1)!);

/** ">>> Jane Doe <jane@example.com> 20.11.26 10.15 Uhr >>>" · ">>> On 11/20/2026 at 10:15 AM, in message <id>, Jane wrote:", often wrapped at the id. */
const groupWiseHead = new RegExp(
  `^\\s{0,3}>>>\\s.{2,200}\\d[:.]\\d\\d(?:.{0,40}\\s>>>|.{0,40}\\s(?:${anyOf("inMessage")})(?:\\s?<[^<>]{1,200}>[,:].{0,200})?)\\s*$`,
  "i",
);

/** Whether a line is GroupWise's line above the answered message; that message has no other marks. */
export const isGroupWiseHead = (line: string): boolean => line.length <= 600 && line.includes(">>>") && groupWiseHead.test(line);

/** How a line separates a message from the one that it answers or forwards; `weak-original` only counts with a header block below it. */
export type Marker = "original" | "weak-original" | "forward" | "reply-above" | undefined;

/** Reads a dividing line: a known phrase alone on it, between rules or with a colon. */
export const readMarker = (line: string): Marker => {
  if (line.length > 600 || line.trim() === "" || isProse(line)) return undefined;
  if (line.length < 80 && replyAboveAlone.test(line)) return "reply-above";
  if (/^[\s>*]*(?:[-#=_*~]{2,}|\[)|(?<![-#=_*~])[-#=_*~]{2,}\s*$/.test(line) && replyAbove.test(line)) return "reply-above";
  if (isGroupWiseHead(line)) return "original";
  const bare = line.replace(/^[\s*_>|]+/, "");
  const core = bare.replaceAll("İ", "i").replace(/^[-‐–—=_*\s]+/, "");
  const ruled = /^(?:[-‐–—=_]{2}|- )/.test(bare);
  if ((ruled || /[:：][\s*_]*$/.test(core)) && forwardPhrase.test(ruled ? trimEnd(core, true) : trimEnd(core, false))) return "forward";
  const between = ruled ? (/^(.{4,40}?)[-‐–—=_*\s]{3,80}(?=\p{L})/u.exec(core)?.[0] ?? "") : "";
  if (originalPhrase.test(trimEnd(between, true)) && readLabel(core.slice(between.length))) return "original";
  if (!originalPhrase.test(trimEnd(core, true))) return undefined;
  return ruled ? "original" : "weak-original";
};

/** Removes the colon, emphasis and, where asked, the rule at the end. */
const trimEnd = (phrase: string, rule: boolean): string => {
  let end = phrase.length;
  while (end > 0 && (rule ? "-‐–—=_*:： \t\u00a0" : "*_:： \t\u00a0").includes(phrase[end - 1]!)) end--;
  return phrase.slice(0, end);
};

/** A line that consists of rule characters, as above a header block. */
export const isRule = (line: string): boolean => {
  return /^[\s>*]*[-_=*#~‐–—]{3,}[\s*]*$/.test(line);
};
