const loads = {
  de: async () => import("../languages/de.ts"),
  fr: async () => import("../languages/fr.ts"),
  es: async () => import("../languages/es.ts"),
} as const;

type Language = keyof typeof loads;

const isKnown = (code: string): code is Language => code in loads;

let words: Readonly<Record<string, string>> = {};

/** Loads the words of the first of the browser's languages that is known; English needs none, and is what shows where a word is missing. */
export const loadLanguage = async (): Promise<void> => {
  const wanted = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((code) => code === "en" || isKnown(code));
  if (wanted === undefined || !isKnown(wanted)) return;
  try {
    ({ words } = await loads[wanted]());
    document.documentElement.lang = wanted;
  } catch {
    // The page shows in English.
  }
};

/** Words in the reader's language, with values for `{name}`. Never for what people wrote: a subject stays as it is. */
export const t = (english: string, values: Readonly<Record<string, string | number>> = {}): string =>
  (words[english] ?? english).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
