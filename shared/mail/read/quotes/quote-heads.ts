import { isReplySubject, bareSubject } from "../../write/compose/compose.ts";
import type { LabelKind } from "../languages/language.ts";
import { labelsWithin, readLabel, isRule, type BodyLine, type Here, type Kept, readMarker } from "./body-lines.ts";
import { attributionEndingAt, type Attribution } from "./attribution.ts";
import type { IsParentsLine } from "./parent-words.ts";

/** The most lines of a copied header, including values wrapped over two lines. */
const MAX_SPAN_LINES = 12;

/** A property of an object in source code: `from: "jane@example.com",`. */
const isCode = /^(?:["'`].*["'`]|\w+),$|[{;]$/;

/** An address that is none of mail (RFC 3261, 19.1; RFC 3966). */
const otherUri = /^<?(?:sips?|tel|xmpp|im):/i;

/**
 * How certain it is that a block is a copied header. `strong`: it has features that only programs write. `bare`: it may be a form that a person
 * filled in.
 */
export type HeaderCertainty = "strong" | "bare";

interface Fields {
  /** The line after the last header line. */
  readonly end: number;
  readonly kinds: ReadonlyMap<LabelKind, string>;
  /** The kinds of all header lines, in order. */
  readonly order: readonly LabelKind[];
  readonly addressed: boolean;
  /** How many of from, date, to and subject it has. */
  readonly main: number;
  /** Whether a line has a date with a time. */
  readonly clock: boolean;
}

/**
 * Reads the header that mail programs copy above a message ("From: … Sent: … To: … Subject: …"), starting at this line. A timetable with From and To
 * has neither an address nor a subject, and counts only when an attribution or a rule introduced it.
 */
export const headerBlockAt = (lines: readonly string[], start: number, introduced = false): HeaderCertainty | undefined => {
  const first = readLabel(lines[start] ?? "");
  if (!first || first.kind === "other" || first.kind === "cc" || first.value.length > 300 || isCode.test(first.value)) return undefined;
  const fields = fieldsFrom(lines, start);
  // a telephone's log has From and To as well
  if (!introduced && (["from", "to"] as const).some((kind) => otherUri.test(fields.kinds.get(kind) ?? ""))) return undefined;
  // a memo's TO:, FROM:, SUBJECT: in capitals was written by a person
  const memo = !introduced && (first.kind === "to" || /^[\s*_]*\p{Lu}{2,} ?:/u.test(lines[start]!));
  if (memo && !fields.addressed) return undefined;
  if (introduced && fields.main >= 2) return "strong";
  if (!isHeader(fields)) return undefined;
  return isPrograms(fields) ? "strong" : "bare";
};

/** The line after the copied header that starts at this line. */
const headerEnd = (lines: readonly string[], start: number): number => fieldsFrom(lines, start).end;

const fieldsFrom = (lines: readonly string[], start: number): Fields => {
  const kinds = new Map<LabelKind, string>();
  let gap = 0;
  let end = start;
  for (const [i, line] of lines.slice(start, start + MAX_SPAN_LINES).entries()) {
    const label = readLabel(line);
    if (!label) {
      // a wrapped value, or one empty line between fields
      if (++gap > 2) break;
      continue;
    }
    if (beginsAnew(lines, start + i, kinds)) break;
    gap = 0;
    end = start + i + 1;
    if (!kinds.has(label.kind)) kinds.set(label.kind, label.value);
    for (const kind of labelsWithin(label.value)) if (!kinds.has(kind)) kinds.set(kind, label.value);
  }
  const people = [kinds.get("from"), kinds.get("to")];
  return {
    end,
    kinds,
    order: [...kinds.keys()],
    addressed: people.some((value) => value?.includes("@")) || people.some((value) => followsAddress(lines, start, value)),
    main: (["from", "date", "to", "subject"] as const).filter((kind) => kinds.has(kind)).length,
    clock: lines.slice(start, start + 5).some((line) => /\d{4}/.test(line) && /\d[:.]\d\d/.test(line)),
  };
};

/**
 * Whether a second header starts after an empty line or a rule and repeats kinds from above: "To: Friday" was the writer's, "From: … Sent: … To: …"
 * is the copied one.
 */
const beginsAnew = (lines: readonly string[], at: number, above: ReadonlyMap<LabelKind, string>): boolean => {
  const divider = lines[at - 1] ?? "";
  if (above.size === 0 || (divider.trim() !== "" && !isRule(divider))) return false;
  for (let i = at; i < at + MAX_SPAN_LINES && (lines[i] ?? "").trim() !== ""; i++) {
    const { kind = "other" } = readLabel(lines[i]!) ?? {};
    if (kind !== "other" && above.has(kind)) return true;
  }
  return false;
};

const isHeader = ({ kinds, addressed, main, clock }: Fields): boolean => {
  // without an address a person may have written it: it counts only with everything that Outlook copies
  if (kinds.has("from") && kinds.has("subject") && main >= 3 && (addressed || kinds.has("date") || clock)) return true;
  if (kinds.has("date") && kinds.has("subject") && kinds.has("to") && addressed) return true;
  return addressed && main >= 2 && (kinds.has("from") || kinds.has("date"));
};

/**
 * Whether a program wrote it: with people's addresses, an answer's subject or a machine's date, or with everything that Outlook copies, the sender
 * first.
 */
const isPrograms = ({ kinds, order, addressed, main }: Fields): boolean => {
  const from = kinds.get("from") ?? "";
  if (isReplySubject(kinds.get("subject") ?? "")) return true;
  if (/\d:\d\d:\d\d|[+-]\d{4}\b|GMT|UTC/.test(kinds.get("date") ?? "")) return true;
  if (addressed)
    return main >= 3 || /[<[(][^<>()[\]]{0,64}@|mailto:/.test(from) || (from !== "" && (kinds.has("date") || kinds.has("subject")));
  return order[0] === "from" && kinds.has("subject");
};

/** Whether lines look like a copied header in an unknown language: "Xyz: Jane" above "Abc: Friday". Used only where markup announces one. */
export const looksLikeHeader = ([first = "", ...others]: readonly string[]): boolean =>
  readLabel(first) !== undefined || (isFieldLike(first) && others.some(isFieldLike));

const isFieldLike = (line: string): boolean => /^[\s*_]*\p{L}[^:：]{0,29}[:：]\s*\S/u.test(line);

/** An address that was wrapped to the next line, as after "From: Jane [mailto:". */
const followsAddress = (lines: readonly string[], start: number, value: string | undefined): boolean => {
  return value !== undefined && /(?:mailto:|<|\[)$/.test(value) && lines.slice(start + 1, start + 3).some((line) => line.includes("@"));
};

// A line that looks like the head of a quote may be the writer's: "As you wrote on 16 November:", "From: Rome / To: Paris". Before the rest is
// dropped with it, a second sign must show a quote: the words below are those of the answered message, or only a program writes like this. Where the
// answered message is known, it decides.

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
