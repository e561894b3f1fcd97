import { escapeHtml } from "#shared/mail/html/scan.ts";
import { textPart } from "#shared/mail/html/html-to-text.ts";
import { toHeaderText } from "#shared/mail/text.ts";

/** `{{name}}`, or `{{name|what to say without a value}}`: the only placeholder there is. */
const PLACEHOLDER = /\{\{[ \t]{0,9}([A-Za-z_][A-Za-z0-9_]{0,39})[ \t]{0,9}(?:\|([^{}\r\n]{0,500}))?\}\}/g;
/** A name of a placeholder, the whole text. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const OPEN = "{{";

/** The text of a step, with its placeholders or filled in. */
export interface StepText {
  /** "" for the subject of the conversation. */
  readonly subject: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
}

/** The values of placeholders by their names; an empty one is none. */
export type Values = Readonly<Record<string, string>>;

const parts = ["subject", "bodyHtml", "bodyText"] as const;
const written = { subject: toHeaderText, bodyHtml: escapeHtml, bodyText: (value: string) => value } as const;

const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? values[name]! : "");

const fill = (template: string, values: Values, write: (value: string) => string): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string, otherwise = "") => {
    const value = write(valueIn(values, name));
    return value === "" ? otherwise : value;
  });

/** A step for one person: values are escaped in HTML, and have no line breaks in the subject. */
export const fillStep = (step: StepText, values: Values): StepText => {
  const [subject, bodyHtml, bodyText] = parts.map((part) => fill(step[part], values, written[part]));
  return { subject: subject!, bodyHtml: bodyHtml!, bodyText: bodyText! };
};

/** The parts of a step that still have an open placeholder; in HTML also where tags or entities hide it, because its text part would show it. */
export const openIn = ({ subject, bodyHtml, bodyText }: StepText): readonly (keyof StepText)[] => [
  ...(subject.includes(OPEN) ? (["subject"] as const) : []),
  ...(bodyHtml.includes(OPEN) || ((bodyHtml.includes("{") || bodyHtml.includes("&")) && textPart(bodyHtml).includes(OPEN))
    ? (["bodyHtml"] as const)
    : []),
  ...(bodyText.includes(OPEN) ? (["bodyText"] as const) : []),
];

/** The names of a text's placeholders: `needed` have no words to say without a value. */
const namesIn = (step: StepText): readonly { readonly name: string; readonly needed: boolean }[] =>
  parts.flatMap((part) =>
    [...step[part].matchAll(PLACEHOLDER)].map(([, name, otherwise]) => ({ name: name!, needed: otherwise === undefined })),
  );

/** The parts of a step that no value makes a text: an open `{{` that is no placeholder. */
export const unfillable = (step: StepText): readonly (keyof StepText)[] => {
  const values = Object.fromEntries(namesIn(step).map(({ name }) => [name, "x"]));
  return parts.filter((part) => openIn(fillStep(step, values)).includes(part) || openIn(fillStep(step, {})).includes(part));
};

/** Every placeholder's name in some steps. */
export const variablesOf = (steps: readonly StepText[]): ReadonlySet<string> => new Set(steps.flatMap(namesIn).map(({ name }) => name));

/** The placeholders without other words for which there is no value, each once, with the first step that needs it, from 1. */
export const missingIn = (steps: readonly StepText[], values: Values): ReadonlyMap<string, number> => {
  const missing = new Map<string, number>();
  for (const [index, step] of steps.entries())
    for (const { name, needed } of namesIn(step))
      if (needed && valueIn(values, name).trim() === "" && !missing.has(name)) missing.set(name, index + 1);
  return missing;
};
