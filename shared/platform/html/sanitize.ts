import sanitizeHtml, { type Attributes, type Tag, type Transformer } from "sanitize-html";
import { safeStyle } from "./safe-style.ts";
import { textToHtml, type FrameSanitizer, type HtmlSanitizer, type InlineImages } from "#shared/mail/html/scan.ts";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";

/** Longer style sheets are dropped whole, characters. */
const MAX_SHEET = 200_000;
const MAX_RULES = 2_000;

/** The style elements of an HTML, without those in comments; linear in its length. */
const sheetsIn = (html: string): string => {
  const lower = html.toLowerCase();
  const sheets: string[] = [];
  let comment = lower.indexOf("<!--");
  for (let open = lower.indexOf("<style"); open >= 0;) {
    if (comment >= 0 && comment < open) {
      const end = lower.indexOf("-->", comment + 4);
      if (end < 0) break;
      comment = lower.indexOf("<!--", end);
      if (open < end) open = lower.indexOf("<style", end);
      continue;
    }
    const begin = lower.indexOf(">", open);
    const end = begin < 0 ? -1 : lower.indexOf("</style", begin);
    if (end < 0) break;
    sheets.push(html.slice(begin + 1, end));
    // Text that looks like a comment within a style element is not a comment of the mail.
    if (comment >= 0 && comment < end) comment = lower.indexOf("<!--", end);
    open = lower.indexOf("<style", end);
  }
  return sheets.join("\n");
};

const withoutComments = (css: string): string =>
  css
    .replaceAll(/<!--|-->/g, " ")
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.includes("*/") ? ` ${part.slice(part.indexOf("*/") + 2)}` : ""))
    .join("");

/** Selectors of elements, classes and plain pseudo-classes; no strings, attributes, escapes. */
const SELECTOR = /^[\w\s.\-*>+~:()]{1,300}$/;
/** Media queries about the screen's size. */
const CONDITION = /^@media[\s\w():,.\-<>=]{1,200}$/i;

/** Selectors for the page itself, at the start of a selector. */
const PAGE = /^(?:html|body|:root)(?![\w-])[\w.\-:]*[\s>]*/i;

/** A selector limited to the mail: one for the page then means the mail's own root. Undefined when the selector is not known to be safe. */
const scoped = (selector: string): string | undefined => {
  const given = selector.trim();
  if (!SELECTOR.test(given)) return undefined;
  const inner = given.replace(PAGE, "").replace(PAGE, "");
  return inner === "" ? "body" : `body ${inner}`;
};

const ruleOf = (prelude: string, block: string): string => {
  const selectors = prelude.split(",").map(scoped);
  if (selectors.includes(undefined)) return "";
  const isOfImages = selectors.every((one) => /(?:^|[\s>+~])img[\w.\-:]*$/i.test(one!));
  const kept = block.split(";").flatMap((declaration) => {
    const safe = safeStyle(declaration, isOfImages ? "img" : "p");
    return safe === "" ? [] : [/!\s*important\s*$/i.test(declaration) ? `${safe}!important` : safe];
  });
  return kept.length === 0 ? "" : `${selectors.join(",")}{${kept.join(";")}}`;
};

/** Where the block that opens at `open` ends: at its own brace, or at the end. */
const blockEnd = (css: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    if (css[at] === "}" && (depth -= 1) === 0) return at;
  }
  return css.length;
};

const rulesOf = (css: string, isNested: boolean): readonly string[] => {
  const rules: string[] = [];
  for (let at = 0; rules.length < MAX_RULES;) {
    const open = css.indexOf("{", at);
    if (open < 0) break;
    // `@import …;` and `@charset …;` end before a block.
    const prelude = css.slice(css.lastIndexOf(";", open) < at ? at : css.lastIndexOf(";", open) + 1, open).trim();
    const end = blockEnd(css, open);
    const block = css.slice(open + 1, end);
    if (!prelude.startsWith("@")) rules.push(ruleOf(prelude, block));
    else if (!isNested && CONDITION.test(prelude)) rules.push(`${prelude}{${rulesOf(block, true).join("")}}`);
    at = end + 1;
  }
  return rules.filter((rule) => rule !== "");
};

/**
 * The style sheets of a mail as one that can be shown beside it (CSS Syntax 3): rules for the mail's own elements and classes, with declarations that
 * are known to be safe. No `url()`, no `@import`, no fonts: nothing in it loads anything. "" when nothing is left.
 */
const safeSheet = (html: string): string => {
  const css = withoutComments(sheetsIn(html));
  return css.length > MAX_SHEET ? "" : rulesOf(css, false).join("");
};

const words = (list: string) => list.split(" ");

const tags = words(
  "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure " +
    "font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup " +
    "table tbody td tfoot th thead tr tt u ul var wbr",
);

const rasterImage = /^data:image\/(?:png|gif|jpe?g|webp);base64,[A-Za-z0-9+/=\s]*$/i;

/** Elements below this depth are dropped and their text is kept: mail programs fail on thousands of levels. */
const MAX_DEPTH = 200;
/** Of HTML deeper than this only the text is used: the parser's time grows with the depth, and no real mail is that deep. */
const HOPELESS_DEPTH = 1000;

class TooDeep extends Error {}

/**
 * Makes foreign HTML safe to show inside our own (S22 in SECURITY.md), by an allow-list of elements, attributes, link schemes and style properties.
 * The text of removed elements stays, except of script, style and the like. Embedded images (cid:) become their description, because the message's
 * attachments are not sent along. The output is balanced.
 */
export const sanitize: HtmlSanitizer = (html) => unlessTooDeep(html, { a: safeLink, img: safeImage });

/**
 * Like `sanitize`, for a page that shows only a received email: links open a new page without opener and referrer, and without `images` the addresses
 * of remote images are removed.
 */
export const sanitizeForFrame: FrameSanitizer = (html, { images, inline = new Map() }) => {
  const sheet = safeSheet(html);
  const img: Transformer = (tagName, attribs) => (images ? safeImage : ownImage)(tagName, withInline(attribs, inline));
  return `${sheet === "" ? "" : `<style>${sheet}</style>`}${unlessTooDeep(html, { a: linkOut, img }, ["class"])}`;
};

type Transformers = Readonly<Record<"a" | "img", Transformer>>;

const unlessTooDeep = (html: string, transformers: Transformers, further: readonly string[] = []): string => {
  try {
    return clean(html, transformers, further);
  } catch (error) {
    if (error instanceof TooDeep) return textToHtml(htmlToText(html));
    throw error;
  }
};

const clean = (html: string, transformers: Transformers, further: readonly string[]): string => {
  let depth = 0;
  return sanitizeHtml(html, {
    onOpenTag: () => {
      if (++depth > HOPELESS_DEPTH) throw new TooDeep();
    },
    onCloseTag: () => depth--,
    allowedTags: tags,
    nonTextTags: words("script style title textarea option noembed noframes iframe object svg math template"),
    allowedAttributes: {
      "*": [...words("align bgcolor color dir lang style title valign width"), ...further],
      a: words("href rel target"),
      col: words("span"),
      colgroup: words("span"),
      font: words("face size"),
      img: words("alt border height src"),
      li: words("value"),
      ol: words("start type"),
      table: words("border cellpadding cellspacing"),
      td: words("colspan rowspan nowrap"),
      th: words("colspan rowspan nowrap"),
      ul: words("type"),
    },
    allowedSchemes: words("http https mailto tel"),
    allowedSchemesByTag: { img: words("http https data") },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: MAX_DEPTH,
    transformTags: { "*": withSafeStyle, ...transformers },
  });
};

/** Attributes that hold lengths or numbers: short values, never negative. */
const measures = new Set(words("width height border cellpadding cellspacing span colspan rowspan"));
const MEASURE = /^\s*(?:[01]?\d{1,3}(?:px)?|\d{1,2}%|100%)\s*$/;

const withSafeStyle = (tagName: string, { style, ...given }: Attributes): Tag => {
  const attribs = Object.fromEntries(Object.entries(given).filter(([name, value]) => !measures.has(name) || MEASURE.test(value)));
  const safe = style === undefined ? "" : safeStyle(style, tagName);
  return { tagName, attribs: safe === "" ? attribs : { ...attribs, style: safe } };
};

/** Keeps only links to absolute addresses; a relative one would point into the reader's mail program. */
const safeLink = (tagName: string, { href = "", rel: _rel, target: _target, ...attribs }: Attributes): Tag => {
  return { tagName, attribs: /^(?:https?|mailto|tel):/i.test(href) ? { ...attribs, href } : attribs };
};

const linkOut = (tagName: string, given: Attributes): Tag => {
  const { attribs } = safeLink(tagName, given);
  return { tagName, attribs: { ...attribs, target: "_blank", rel: "noopener noreferrer" } };
};

const safeImage = (tagName: string, attribs: Attributes): Tag => {
  const { src = "", alt = "" } = attribs;
  if (/^https?:/i.test(src) || rasterImage.test(src)) return { tagName, attribs };
  return { tagName: "span", attribs: {}, text: /^cid:/i.test(src) ? `[image${alt === "" ? "" : `: ${alt}`}]` : alt };
};

/** Puts an image among the message's files in the place of its `cid:` address (RFC 2392). */
const withInline = (given: Attributes, inline: InlineImages): Attributes => {
  const name = /^cid:(.{1,500})$/i.exec(given["src"]?.trim() ?? "")?.[1];
  const found = name === undefined ? undefined : (inline.get(name) ?? inline.get(decoded(name)));
  return found === undefined ? given : { ...given, src: found };
};

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Shows the description of an image that would have to be fetched. */
const ownImage = (tagName: string, { src = "", ...attribs }: Attributes): Tag =>
  rasterImage.test(src) || /^cid:/i.test(src)
    ? safeImage(tagName, { ...attribs, src })
    : { tagName: "span", attribs: {}, text: attribs["alt"] ?? "" };
