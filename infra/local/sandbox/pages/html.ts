import { escapeHtml } from "#shared/domain/mail/html/entities.ts";

/** HTML that is safe to insert in a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | undefined | false | readonly Html[];

const textOf = (value: Value): string => {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object" ? value.map(({ text }) => text).join("") : escapeHtml(String(value));
};

/** A template whose values are escaped, except those that are HTML already. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, i) => part + textOf(values[i])).join(""));
