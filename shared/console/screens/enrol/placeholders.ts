import { t } from "../../data/language.ts";
import { columnName } from "../compose/csv.ts";

/** `{{name}}`, or `{{name|what to say without a value}}`, as the service reads them. */
const PLACEHOLDER = /\{\{[ \t]{0,9}([A-Za-z_][A-Za-z0-9_]{0,39})[ \t]{0,9}(?:\|([^{}\r\n]{0,500}))?\}\}/g;

/** The values of a person, by placeholder. */
export type Values = Readonly<Record<string, string>>;

/** A step's texts with their placeholders. */
export interface Texts {
  readonly subject?: string | undefined;
  readonly body_html?: string | undefined;
  readonly body_text?: string | undefined;
}

const textsOf = ({ subject = "", body_html: html = "", body_text: text = "" }: Texts): readonly string[] => [subject, html, text];

/** The placeholders that some texts have. */
export const usedIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name)));

/** The placeholders that steps have. */
export const usedBy = (steps: readonly Texts[]): ReadonlySet<string> => usedIn(steps.flatMap(textsOf));

const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? values[name]! : "");

/** The placeholders without other words that have no value, with the first step that needs each, from 1. */
export const missingIn = (steps: readonly Texts[], values: Values): ReadonlyMap<string, number> => {
  const missing = new Map<string, number>();
  for (const [index, step] of steps.entries())
    for (const text of textsOf(step))
      for (const [, name = "", otherwise] of text.matchAll(PLACEHOLDER))
        if (otherwise === undefined && valueIn(values, name).trim() === "" && !missing.has(name)) missing.set(name, index + 1);
  return missing;
};

/** A piece of a text that is filled in: as it was written, a value, other words, or a placeholder that has none of these. */
export interface Piece {
  readonly text: string;
  readonly is: "plain" | "value" | "missing";
}

/** A text with a person's values, piece by piece; without values every placeholder is missing. */
export const piecesOf = (template: string, values: Values | undefined): readonly Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    const [whole, name = "", otherwise] = found;
    const value = values && (valueIn(values, name) || otherwise);
    pieces.push({ text: template.slice(at, found.index), is: "plain" });
    pieces.push(value === undefined ? { text: whole, is: "missing" } : { text: value, is: "value" });
    at = found.index + whole.length;
  }
  return [...pieces, { text: template.slice(at), is: "plain" as const }].filter(({ text }) => text !== "");
};

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const written = {
  text: (value: string): string => value,
  line: (value: string): string => value.replaceAll(/\s+/g, " ").trim(),
  html: (value: string): string => value.replaceAll(/[&<>"']/g, (char) => entities[char]!),
} as const;

/** A text with a person's values, as the service writes it. */
export const fill = (template: string, values: Values, target: keyof typeof written): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string, otherwise = "") => written[target](valueIn(values, name)) || otherwise);

/** What is wrong with the placeholders of a text; "" when nothing is. In the API's words. */
export const openIn = (text: string): string =>
  text.replaceAll(PLACEHOLDER, "").includes("{{")
    ? t("must have {{ only in {{name}} or {{name|words without a value}}, with a name of 1 to 40 letters, digits and _")
    : "";

/** How much of a heading is looked at, characters. */
const HEADING_MAX = 80;

/** A column's heading as the name of a placeholder, which has no accents: `Straße 2` is `strasse_2`. */
export const variableName = (heading: string): string =>
  columnName(heading)
    .slice(0, HEADING_MAX)
    // oxlint-disable-next-line no-restricted-properties -- of a few characters
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[^a-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "_")
    .slice(0, 40);
