/** Whether a word of a style value is harmless, and what its property takes. */
type Word = (word: string) => boolean;

const among = (list: string): Word => {
  const words = new Set(list.split(" "));
  return (word) => words.has(word);
};
const any =
  (...kinds: readonly Word[]): Word =>
  (word) =>
    kinds.some((kind) => kind(word));

/** Pixels of each unit of length, roughly for those that depend on a font; units of the window and of calc() are not among them. */
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

/** A length from 0 to `max` pixels, or a share of up to `percent`; a minus sign is never part of one. */
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
 * The properties that change how text looks, each with the words that its value may be made of. Nothing here loads anything, places anything
 * over other text, or makes a line or a box lower than its letters, which would then stand over what is above or below.
 */
const properties = new Map<string, Word>([
  ["background-color", color],
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

/** What an image may have besides: it holds no words. */
const imageProperties = new Map<string, Word>([
  ["height", size],
  ["max-height", size],
]);

/** Longer styles are dropped whole: a declaration takes a line, not a page. */
const MAX_STYLE = 4_000;
const MAX_WORDS = 30;

const word = /(?:rgb|hsl)a?\([^()]*\)|"[^"]*"|'[^']*'|,|[^\s,"']+|["']/g;

/** An element's style attribute read by the grammar (CSS Syntax 3) and written anew from what is known to be harmless; "" when nothing is. */
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

/** Each comment becomes a space, as in a browser; one that never ends takes the rest with it. */
const withoutComments = (style: string): string => {
  const [first = "", ...comments] = style.split("/*");
  return first + comments.map((part) => (part.includes("*/") ? ` ${part.slice(part.indexOf("*/") + 2)}` : "")).join("");
};
