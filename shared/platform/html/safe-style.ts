/** Whether a word of a style value is safe and allowed for its property. */
type Word = (word: string) => boolean;

const among = (list: string): Word => {
  const words = new Set(list.split(" "));
  return (word) => words.has(word);
};
const any =
  (...kinds: readonly Word[]): Word =>
  (word) =>
    kinds.some((kind) => kind(word));

/** Pixels for each unit of length, approximate for units that depend on a font; window units and calc() are not supported. */
const pixels: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};

/** Accepts a length from 0 to `max` pixels, or a percentage up to `percent`; never a negative one. */
const length =
  (max: number, percent = 0): Word =>
  (word) => {
    const [whole, number, unit = ""] = /^(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})([a-z]*|%)$/.exec(word) ?? [];
    if (whole === undefined) return false;
    return unit === "%" ? Number(number) <= percent : Number(number) * (pixels[unit] ?? Infinity) <= max;
  };

const color: Word = (word) =>
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,30}|rgba?\([\d\s.,%/]{1,60}\)|hsla?\([\d\s.,%/a-z]{1,60}\))$/.test(word);
const lineStyle = among("none hidden dotted dashed solid double groove ridge inset outset");
const lineWidth = any(length(50), among("thin medium thick"));
const border = any(lineWidth, lineStyle, color);
const space = any(length(300, 100), among("auto"));
const size = any(length(2_000, 100), among("auto none"));
const family: Word = (word) =>
  word === "," || /^(?:"[\p{L}\p{N} _.-]{1,100}"|'[\p{L}\p{N} _.-]{1,100}'|\p{L}[\p{L}\p{N}_-]{0,99})$/u.test(word);

const sides = ["top", "right", "bottom", "left"];
const perSide = (name: (side: string) => string, word: Word): [string, Word][] => sides.map((side) => [name(side), word]);

/**
 * The properties that change how text looks, each with the words that its value may consist of. None can load anything, place anything over other
 * text, or make a line or box lower than its letters, which would then overlap the lines around it.
 */
const properties = new Map<string, Word>([
  ["background-color", color],
  // A colour alone; with an image or a place it is more than one word, and dropped.
  ["background", color],
  ["border", border],
  ...perSide((side) => `border-${side}`, border),
  ...perSide((side) => `border-${side}-color`, color),
  ...perSide((side) => `border-${side}-style`, lineStyle),
  ...perSide((side) => `border-${side}-width`, lineWidth),
  ["border-collapse", among("collapse separate")],
  ["border-color", color],
  ["border-radius", length(200, 50)],
  ["border-spacing", length(50)],
  ["border-style", lineStyle],
  ["border-width", lineWidth],
  ["color", color],
  ["direction", among("ltr rtl")],
  ["display", among("block inline inline-block inline-table none table table-cell table-row")],
  ["font-family", family],
  ["font-size", any(length(100, 300), among("xx-small x-small small medium large x-large xx-large smaller larger"))],
  ["font-style", among("normal italic oblique")],
  ["font-variant", among("normal small-caps")],
  ["font-weight", any(among("normal bold bolder lighter"), (word) => /^[1-9]00$/.test(word))],
  ["letter-spacing", any(length(20), among("normal"))],
  ["line-height", any(among("normal"), (word) => /^[1-4](?:\.\d{1,6})?$/.test(word))],
  ["list-style-type", among("none disc circle square decimal lower-alpha upper-alpha lower-roman upper-roman lower-latin upper-latin")],
  ["margin", space],
  ...perSide((side) => `margin-${side}`, space),
  ["max-width", size],
  ["min-height", size],
  ["min-width", size],
  ["overflow-wrap", among("normal break-word anywhere")],
  ["padding", length(300, 100)],
  ...perSide((side) => `padding-${side}`, length(300, 100)),
  ["table-layout", among("auto fixed")],
  ["text-align", among("left right center justify start end")],
  ["text-decoration", any(among("none underline overline line-through solid dotted dashed wavy"), color)],
  ["text-indent", length(300, 100)],
  ["text-transform", among("none uppercase lowercase capitalize")],
  ["vertical-align", among("baseline top middle bottom text-top text-bottom sub super")],
  ["white-space", among("normal nowrap pre pre-wrap pre-line")],
  ["width", size],
  ["word-break", among("normal break-all break-word keep-all")],
  ["word-wrap", among("normal break-word")],
]);

/** Further properties for images, which contain no words. */
const imageProperties = new Map<string, Word>([
  ["height", size],
  ["max-height", size],
]);

/** Longer styles are dropped whole, characters. */
const MAX_STYLE = 4_000;
const MAX_WORDS = 30;

const word = /(?:rgb|hsl)a?\([^()]*\)|"[^"]*"|'[^']*'|,|[^\s,"']+|["']/g;

/**
 * Parses an element's style attribute by the grammar (CSS Syntax 3), and rebuilds it from the declarations that are known to be safe; "" for none.
 */
export const safeStyle = (style: string, tagName: string): string => {
  if (style.length > MAX_STYLE || style.includes("\\")) return "";
  return withoutComments(style)
    .split(";")
    .map((declaration) => safeDeclaration(declaration, tagName))
    .filter((declaration) => declaration !== "")
    .join(";");
};

const safeDeclaration = (declaration: string, tagName: string): string => {
  const colon = declaration.indexOf(":");
  const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const isHarmless = properties.get(name) ?? (tagName === "img" ? imageProperties.get(name) : undefined);
  const given = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, "");
  const words = (given.match(word) ?? []).map((part) => (isHarmless === family ? part : part.toLowerCase()));
  if (!isHarmless || words.length === 0 || words.length > MAX_WORDS || !words.every(isHarmless)) return "";
  return `${name}:${words.join(" ").replaceAll(" ,", ",")}`;
};

/** Replaces each comment by a space, as browsers do; an unterminated one removes the rest. */
const withoutComments = (style: string): string => {
  const [first = "", ...comments] = style.split("/*");
  return first + comments.map((part) => (part.includes("*/") ? ` ${part.slice(part.indexOf("*/") + 2)}` : "")).join("");
};
