import type { LabelKind } from "../languages/language.ts";
import { labelsWithin, readLabel } from "./labels.ts";

/** Lines that a copied header can span, values wrapped over two lines included. */
const MAX_SPAN_LINES = 12;

/** A property of an object in a program: `from: "jane@example.com",`. */
const isCode = /^(?:["'`].*["'`]|\w+),$|[{;]$/;

/** Whether a header as mail programs copy it above a message ("From: … Sent: … To: … Subject: …") starts at this line. A timetable with From and To is none: it has neither an address nor a subject, unless an attribution or a rule introduced it. */
export const headerBlockAt = (lines: readonly string[], start: number, introduced = false): boolean => {
  const first = readLabel(lines[start] ?? "");
  if (!first || first.kind === "other" || first.kind === "cc" || first.value.length > 300 || isCode.test(first.value)) return false;
  // a memo's TO:, FROM:, SUBJECT: in capitals is its writer's own
  const memo = !introduced && (first.kind === "to" || /^[\s*_]*\p{Lu}{2,} ?:/u.test(lines[start]!));
  const kinds = new Map<LabelKind, string>();
  let gap = 0;
  for (const line of lines.slice(start, start + MAX_SPAN_LINES)) {
    const label = readLabel(line);
    if (!label) {
      // a wrapped value, or one empty line between fields
      if (++gap > 2) break;
      continue;
    }
    gap = 0;
    if (!kinds.has(label.kind)) kinds.set(label.kind, label.value);
    for (const kind of labelsWithin(label.value)) if (!kinds.has(kind)) kinds.set(kind, label.value);
  }
  const main = ["from", "date", "to", "subject"].filter((kind) => kinds.has(kind as LabelKind)).length;
  const addressed =
    ["from", "to"].some((kind) => kinds.get(kind as LabelKind)?.includes("@")) ||
    ["from", "to"].some((kind) => followsAddress(lines, start, kinds.get(kind as LabelKind)));
  if (memo && !addressed) return false;
  if (introduced && main >= 2) return true;
  // without an address it may be a person's own: only all that Outlook copies shows it
  const known =
    addressed || kinds.has("date") || lines.slice(start, start + 5).some((line) => /\d{4}/.test(line) && /\d[:.]\d\d/.test(line));
  if (kinds.has("from") && kinds.has("subject") && main >= 3 && known) return true;
  if (kinds.has("date") && kinds.has("subject") && kinds.has("to") && addressed) return true;
  return addressed && main >= 2 && (kinds.has("from") || kinds.has("date"));
};

/** An address that was wrapped to the next line: "From: Jane [mailto:". */
const followsAddress = (lines: readonly string[], start: number, value: string | undefined): boolean => {
  return value !== undefined && /(?:mailto:|<|\[)$/.test(value) && lines.slice(start + 1, start + 3).some((line) => line.includes("@"));
};
