/** The values of a row, by placeholder. */
export type Values = Readonly<Record<string, string>>;

/** Where a value is inserted: in plain text, in a single line, or in HTML. */
export type Target = "text" | "line" | "html";

const PLACEHOLDER = /\{\{([^{}|]{1,100})(?:\|([^{}]{0,500}))?\}\}/g;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const asHtml = (value: string): string => value.replaceAll(/[&<>"']/g, (char) => entities[char]!);
const asLine = (value: string): string => value.replaceAll(/\s+/g, " ").trim();

const written: Readonly<Record<Target, (value: string) => string>> = { text: (value) => value, line: asLine, html: asHtml };

/** Replaces `{{name}}`, or `{{name|what to say without a name}}`, by a row's values; in HTML they are escaped. */
export const fill = (template: string, values: Values, target: Target): string =>
  template.replaceAll(PLACEHOLDER, (_, given: string, otherwise = "") => {
    const name = given.trim().toLowerCase();
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return value === "" ? otherwise : written[target](value);
  });

/** The placeholders that need a value because they name no alternative, each once. */
export const neededBy = (templates: readonly string[]): readonly string[] => [
  ...new Set(
    templates.flatMap((template) =>
      [...template.matchAll(PLACEHOLDER)].flatMap(([, name, otherwise]) => (otherwise === undefined ? [name!.trim().toLowerCase()] : [])),
    ),
  ),
];
