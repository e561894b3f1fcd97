import sanitizeHtml, { type Attributes, type Tag, type Transformer } from "sanitize-html";
import { textToHtml } from "#shared/domain/mail/html/text-to-html.ts";
import { htmlToText } from "#shared/domain/mail/html/html-to-text.ts";
import type { FrameSanitizer, HtmlSanitizer, InlineImages } from "#shared/domain/mail/html/sanitizer.ts";
import { safeSheet } from "./safe-sheet.ts";
import { safeStyle } from "./safe-style.ts";

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
 * Makes foreign HTML safe to show inside our own (S22 in SECURITY.md), with an allow-list of elements, attributes, link schemes and style properties.
 * Dropped elements leave their text, except script, style and the like. Images embedded in the message (cid:) become their description, because its
 * attachments are not sent along. The output is balanced.
 */
export const sanitize: HtmlSanitizer = (html) => unlessTooDeep(html, { a: safeLink, img: safeImage });

/**
 * As `sanitize`, for a page that shows a received email alone: links open a new page that learns nothing of this one, and without `images` nothing
 * names a remote image.
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
