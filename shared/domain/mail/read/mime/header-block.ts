import type { Header } from "../../parsed-message.ts";
import { decodeWords } from "./encoded-words.ts";

/** Splits a header block into fields in order, unfolded but not decoded (RFC 5322, 2.2); invalid lines are dropped. */
export const parseFields = (block: string): Header[] => {
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    if (line === "") continue;
    const last = fields.at(-1);
    if ((line[0] === " " || line[0] === "\t") && last) {
      if (line.trim() !== "") last.lines.push(line.trim());
      continue;
    }
    const colon = line.indexOf(":");
    const name = colon < 1 ? "" : line.slice(0, colon).trimEnd();
    if (name.length > 0 && name.length <= 256 && /^[!-9;-~]+$/.test(name))
      fields.push({ name: name.toLowerCase(), lines: [line.slice(colon + 1).trim()] });
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join(" ").trim() }));
};

/** The fields with their encoded words decoded, to be shown and matched. */
export const decodeFields = (fields: readonly Header[]): Header[] => {
  return fields.map(({ name, value }) => ({ name, value: decodeWords(value) }));
};

/** The value of the first field with this lower-case name, `""` when there is none. */
export const field = (fields: readonly Header[], name: string): string => {
  return fields.find((candidate) => candidate.name === name)?.value ?? "";
};
