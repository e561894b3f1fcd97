const loads = {
  de: async () => import("../languages/de.ts"),
  fr: async () => import("../languages/fr.ts"),
  es: async () => import("../languages/es.ts"),
} as const;

type Language = keyof typeof loads;

const isKnown = (code: string): code is Language => code in loads;

let words: Readonly<Record<string, string>> = {};

/** Loads the words of the first of the browser's languages that the console has. English needs no words: it shows wherever a word is missing. */
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

/** Words in the reader's language, with values for `{name}`. Not for text that people wrote, such as a subject. */
export const t = (english: string, values: Readonly<Record<string, string | number>> = {}): string =>
  (words[english] ?? english).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
