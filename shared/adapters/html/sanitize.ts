import sanitizeHtml, { type Attributes, type Tag } from "sanitize-html";
import { textToHtml } from "#shared/domain/mail/html/text-to-html.ts";
import { htmlToText } from "#shared/domain/mail/html/html-to-text.ts";
import { safeStyle } from "./safe-style.ts";

const words = (list: string) => list.split(" ");

const tags = words(
  "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure " +
    "font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup " +
    "table tbody td tfoot th thead tr tt u ul var wbr",
);

const rasterImage = /^data:image\/(?:png|gif|jpe?g|webp);base64,[A-Za-z0-9+/=\s]*$/i;

/** Elements below this depth are dropped, their words stay: mail programs fail on thousands of levels. */
const MAX_DEPTH = 200;
/** Html that goes deeper than this is no letter, and the parser's time grows with the depth: only its text is passed on. */
const HOPELESS_DEPTH = 1000;

class TooDeep extends Error {}

/**
 * Foreign html made safe to show inside our own (rule S22): an allow-list of elements, attributes, link schemes and style properties. What is
 * dropped leaves its words behind, but script, style and the like. Images of the message itself (cid:) become their description, since
 * attachments do not travel along. The output is balanced.
 */
export const sanitize = (html: string): string => {
  try {
    return clean(html);
  } catch (error) {
    if (error instanceof TooDeep) return textToHtml(htmlToText(html));
    throw error;
  }
};

const clean = (html: string): string => {
  let depth = 0;
  return sanitizeHtml(html, {
    onOpenTag: () => {
      if (++depth > HOPELESS_DEPTH) throw new TooDeep();
    },
    onCloseTag: () => depth--,
    allowedTags: tags,
    nonTextTags: words("script style title textarea option noembed noframes iframe object svg math template"),
    allowedAttributes: {
      "*": words("align bgcolor color dir lang style title valign width"),
      a: words("href"),
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
    transformTags: { "*": withSafeStyle, a: safeLink, img: safeImage },
  });
};

/** Attributes that are lengths or numbers: short ones, never negative. */
const measures = new Set(words("width height border cellpadding cellspacing span colspan rowspan"));
const MEASURE = /^\s*(?:[01]?\d{1,3}(?:px)?|\d{1,2}%|100%)\s*$/;

const withSafeStyle = (tagName: string, { style, ...given }: Attributes): Tag => {
  const attribs = Object.fromEntries(Object.entries(given).filter(([name, value]) => !measures.has(name) || MEASURE.test(value)));
  const safe = style === undefined ? "" : safeStyle(style, tagName);
  return { tagName, attribs: safe === "" ? attribs : { ...attribs, style: safe } };
};

/** A link to an absolute address; a relative one would lead into the reader's own mail program. */
const safeLink = (tagName: string, { href = "", ...attribs }: Attributes): Tag => {
  return { tagName, attribs: /^(?:https?|mailto|tel):/i.test(href) ? { ...attribs, href } : attribs };
};

const safeImage = (tagName: string, attribs: Attributes): Tag => {
  const { src = "", alt = "" } = attribs;
  if (/^https?:/i.test(src) || rasterImage.test(src)) return { tagName, attribs };
  return { tagName: "span", attribs: {}, text: /^cid:/i.test(src) ? `[image${alt === "" ? "" : `: ${alt}`}]` : alt };
};
