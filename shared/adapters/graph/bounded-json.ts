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

/** The value of JSON that a foreign server sent; undefined for what is no JSON, or nested more than 32 deep, or of more than 500,000 objects and lists. */
export const boundedJson = (text: Buffer): unknown => {
  try {
    return isModest(text) ? JSON.parse(text.toString()) : undefined;
  } catch {
    return undefined;
  }
};
