import type { ComponentChildren } from "preact";

const loads = {
  de: async () => import("../languages/de.json", { with: { type: "json" } }),
  fr: async () => import("../languages/fr.json", { with: { type: "json" } }),
  es: async () => import("../languages/es.json", { with: { type: "json" } }),
} as const;

type Language = keyof typeof loads;

const isKnown = (code: string): code is Language => code in loads;

let words: Readonly<Record<string, string>> = {};
let language: Language | "en" = "en";

/** Loads the words of the first of the browser's languages that the console has. English needs no words: it shows wherever a word is missing. */
export const loadLanguage = async (): Promise<void> => {
  const wanted = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((code) => code === "en" || isKnown(code));
  if (wanted === undefined || !isKnown(wanted)) return;
  try {
    ({ default: words } = await loads[wanted]());
    language = wanted;
    document.documentElement.lang = wanted;
  } catch {
    // The page shows in English.
  }
};

/** Words in the reader's language, with values for `{name}`. Not for text that people wrote, such as a subject. */
export const t = (english: string, values: Readonly<Record<string, string | number>> = {}): string =>
  (words[english] ?? english).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Words with elements among them: `mixed("since {time}", { time: <Time of={at} /> })`. */
export const mixed = (english: string, values: Readonly<Record<string, ComponentChildren>>): readonly ComponentChildren[] =>
  (words[english] ?? english).split(/(\{\w+\})/).map((part) => (part.startsWith("{") ? (values[part.slice(1, -1)] ?? part) : part));

/** A number with what it counts: `{n} email` or `{n} emails`, as the reader's language chooses between one and several. */
export const counted = (n: number, one: string, several: string, shown: string): string =>
  t(`{n} ${new Intl.PluralRules(language).select(n) === "one" ? one : several}`, { n: shown });

/** Choices `[value, words]` of a Select in the reader's language. */
export const worded = <Value extends string>(choices: readonly (readonly [Value, string])[]): readonly (readonly [Value, string])[] =>
  choices.map(([value, text]) => [value, t(text)]);

/** Some words as "a, b and c". */
export const listed = (all: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(language === "en" ? "en-GB" : language, { type }).format(all);

/** The days of the week, in short. */
export const dayNames = { mon: "Mon", tue: "Tue", wed: "Wed", thu: "Thu", fri: "Fri", sat: "Sat", sun: "Sun" } as const;
