/** The deepest nesting of an answer: a batch of pages of messages has ten levels. */
const DEPTH_MAX = 32;
/** The most objects and lists of an answer: a batch of 20 pages of 500 messages has a fifth. */
const PARTS_MAX = 500_000;

const [QUOTE, BACKSLASH, BRACE, BRACKET, BRACE_END, BRACKET_END] = Buffer.from('"\\{[}]');

/** Where the string ends that begins before `from`: at its closing quote, or at the end of the text. */
const stringEnd = (text: Buffer, from: number): number => {
  for (let end = text.indexOf(QUOTE!, from); end >= 0; end = text.indexOf(QUOTE!, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
};

/** Whether the text has few enough objects and lists, none of them too deep: parsing takes time and memory for each. */
const isModest = (text: Buffer): boolean => {
  let [depth, parts] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === QUOTE) at = stringEnd(text, at + 1);
    else if (byte === BRACE_END || byte === BRACKET_END) depth -= 1;
    else if (byte === BRACE || byte === BRACKET) {
      depth += 1;
      parts += 1;
      if (depth > DEPTH_MAX || parts > PARTS_MAX) return false;
    }
  }
  return true;
};

/** Parses JSON of a foreign server; undefined for text that is no JSON, is nested more than 32 deep, or has more than 500,000 objects and lists. */
export const boundedJson = (text: Buffer): unknown => {
  try {
    return isModest(text) ? JSON.parse(text.toString()) : undefined;
  } catch {
    return undefined;
  }
};

/** The fields of a JSON object; none for anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The objects of a JSON list. */
export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The text in a field; "" for none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** So many pages in a row may bring nothing that was not there already. */
const MOST_IDLE_PAGES = 20;

/** Detects endless lists: a server may return to an earlier page, or send pages for ever. */
export interface PageWatch {
  /** Records a page; true when the list is endless: its next page was already read, or many pages in a row had nothing new. */
  isEndless(page: { readonly used: string | undefined; readonly next: string; readonly ids: readonly string[] }): boolean;
  /** Whether any page so far had entries. */
  hasBrought(): boolean;
}

/** Makes the detector for one list. */
export const pageWatch = (): PageWatch => {
  const [links, seen] = [new Set<string | undefined>(), new Set<string>()];
  let idle = 0;
  return {
    isEndless: ({ used, next, ids }) => {
      links.add(used);
      const before = seen.size;
      for (const id of ids) seen.add(id);
      idle = seen.size > before ? 0 : idle + 1;
      return links.has(next) || idle >= MOST_IDLE_PAGES;
    },
    hasBrought: () => seen.size > 0,
  };
};
