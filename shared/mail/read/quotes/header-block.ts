import { isReplySubject } from "../../write/compose/subject.ts";
import type { LabelKind } from "../languages/language.ts";
import { labelsWithin, readLabel } from "./labels.ts";
import { isRule } from "./markers.ts";

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
export const headerEnd = (lines: readonly string[], start: number): number => fieldsFrom(lines, start).end;

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
