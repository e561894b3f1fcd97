import { labelKinds } from "../languages/phrases.ts";
import type { LabelKind } from "../languages/language.ts";

/** Parses a header line copied into a body: its kind and value; undefined for any other line. */
export const readLabel = (line: string): { readonly kind: LabelKind; readonly value: string } | undefined => {
  const bare = line
    .slice(0, 300)
    .replaceAll("\u00a0", " ")
    .replace(/^[\s*_>|-]+/, "");
  const colon = bare.slice(0, 40).search(/[:：]/);
  if (colon < 1) return undefined;
  const kind = labelKinds.get(
    bare
      .slice(0, colon)
      .replace(/[*_\s]+$/, "")
      .toLowerCase(),
  );
  return (
    kind && {
      kind,
      value: bare
        .slice(colon + 1)
        .replace(/^[*_\s]+/, "")
        .trim(),
    }
  );
};

/** The kinds of all labels on one line, for headers whose line breaks a mail program dropped: "From: Jane <jane@example.com> Sent: Monday To: …". */
export const labelsWithin = (line: string): readonly LabelKind[] => {
  const found: LabelKind[] = [];
  for (const [, label] of line.slice(0, 500).matchAll(/(?<=^|[\s>\])*])(\p{L}[\p{L}.']{0,15}(?: \p{L}{1,10})?)[*\s]?[:：]/gu)) {
    const kind = labelKinds.get(label!.toLowerCase()) ?? labelKinds.get(label!.toLowerCase().replace(/^\S+ /, ""));
    if (kind) found.push(kind);
  }
  return found;
};
