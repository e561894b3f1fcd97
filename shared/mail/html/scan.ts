/** The named character references of HTML 4 and the commoner ones of HTML 5: U+00A0 to U+00FF in order, then name:hex. */
const latin1 = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil
  sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute
  Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc
  atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide
  oslash ugrave uacute ucirc uuml yacute thorn yuml`;

const others = `
  Tab:9 NewLine:a excl:21 quot:22 num:23 dollar:24 percnt:25 amp:26 apos:27 lpar:28 rpar:29 ast:2a plus:2b comma:2c period:2e sol:2f
  colon:3a semi:3b lt:3c equals:3d gt:3e quest:3f commat:40 lbrack:5b lsqb:5b bsol:5c rbrack:5d rsqb:5d lowbar:5f grave:60 lbrace:7b
  lcub:7b verbar:7c vert:7c rbrace:7d rcub:7d abreve:103 aogon:105 cacute:107 Ccaron:10c ccaron:10d eogon:119 ecaron:11b Gbreve:11e
  gbreve:11f Idot:130 inodot:131 Lstrok:141 lstrok:142 nacute:144 OElig:152 oelig:153 rcaron:159 sacute:15b Scedil:15e scedil:15f
  Scaron:160 scaron:161 tcedil:163 Yuml:178 zdot:17c Zcaron:17d zcaron:17e fnof:192 circ:2c6 tilde:2dc Alpha:391 Beta:392 Gamma:393
  Delta:394 Epsilon:395 Zeta:396 Eta:397 Theta:398 Iota:399 Kappa:39a Lambda:39b Mu:39c Nu:39d Xi:39e Omicron:39f Pi:3a0 Rho:3a1 Sigma:3a3
  Tau:3a4 Upsilon:3a5 Phi:3a6 Chi:3a7 Psi:3a8 Omega:3a9 alpha:3b1 beta:3b2 gamma:3b3 delta:3b4 epsilon:3b5 zeta:3b6 eta:3b7 theta:3b8
  iota:3b9 kappa:3ba lambda:3bb mu:3bc nu:3bd xi:3be omicron:3bf pi:3c0 rho:3c1 sigmaf:3c2 sigma:3c3 tau:3c4 upsilon:3c5 phi:3c6 chi:3c7
  psi:3c8 omega:3c9 thetasym:3d1 upsih:3d2 piv:3d6 ensp:2002 emsp:2003 numsp:2007 thinsp:2009 hairsp:200a ZeroWidthSpace:200b zwnj:200c
  zwj:200d lrm:200e rlm:200f dash:2010 hyphen:2010 ndash:2013 mdash:2014 horbar:2015 lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c
  rdquo:201d bdquo:201e dagger:2020 Dagger:2021 bull:2022 hellip:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a oline:203e
  frasl:2044 euro:20ac image:2111 weierp:2118 real:211c trade:2122 alefsym:2135 larr:2190 uarr:2191 rarr:2192 darr:2193 harr:2194
  crarr:21b5 lArr:21d0 uArr:21d1 rArr:21d2 dArr:21d3 hArr:21d4 forall:2200 part:2202 exist:2203 empty:2205 nabla:2207 isin:2208 notin:2209
  ni:220b prod:220f sum:2211 minus:2212 lowast:2217 radic:221a prop:221d infin:221e ang:2220 and:2227 or:2228 cap:2229 cup:222a int:222b
  there4:2234 sim:223c cong:2245 asymp:2248 ne:2260 equiv:2261 le:2264 ge:2265 sub:2282 sup:2283 nsub:2284 sube:2286 supe:2287 oplus:2295
  otimes:2297 perp:22a5 sdot:22c5 lceil:2308 rceil:2309 lfloor:230a rfloor:230b loz:25ca starf:2605 star:2606 phone:260e female:2640
  male:2642 spades:2660 clubs:2663 hearts:2665 diams:2666 check:2713 cross:2717 lang:27e8 rang:27e9`;

const words = (list: string) => list.trim().split(/\s+/);
const named = new Map([
  ...words(latin1).map((name, i): [string, string] => [name, String.fromCharCode(160 + i)]),
  ...words(others).map((pair): [string, string] => {
    const [name = "", hex = ""] = pair.split(":");
    return [name, String.fromCharCode(Number.parseInt(hex, 16))];
  }),
]);

/** The characters that browsers show for the C1 numbers 128 to 159, which are used as Windows-1252 (HTML Standard 13.2.5.80). */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const reference = /&(?:#(?:[xX]([0-9a-fA-F]{1,7})|([0-9]{1,7}));?|([a-zA-Z][a-zA-Z0-9]{1,30});)/g;

/** Text as the reader sees it: character references are decoded; unknown ones stay. */
export const decodeEntities = (text: string): string => {
  if (!text.includes("&")) return text;
  return text.replace(reference, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? whole;
    return character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
};

const character = (code: number): string => {
  if (code >= 128 && code < 160) return WINDOWS_1252.charAt(code - 128);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return "\ufffd";
  return String.fromCodePoint(code);
};

const special: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML content and for quoted attribute values. */
export const escapeHtml = (text: string): string => {
  return text.replace(/[&<>"']/g, (char) => special[char] ?? char);
};

/** A tag or a run of text in an HTML document; `start` and `end` are offsets in it. `name` is in lower case, "" for text. */
export interface HtmlToken {
  readonly kind: "text" | "open" | "close";
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Elements whose content is neither parsed nor shown: it is skipped up to the end tag. */
const hidden = new Map(["script", "style", "iframe", "noembed", "noframes"].map((name) => [name, new RegExp(`</${name}`, "gi")]));

const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);
const endsName = (code: number) => isSpace(code) || code === 47 || code === 62 || Number.isNaN(code);

/**
 * Reads HTML once from left to right, in linear time for any input (HTML Standard 13.2.5, without building a tree). Comments, declarations and the
 * content of script and style are left out; every other character is part of a token, in order. A "<" that starts no complete tag or comment is text,
 * so no word is ever lost.
 */
export const scanHtml = function* (html: string): Generator<HtmlToken, void, undefined> {
  const lastEnd = html.lastIndexOf(">");
  const lastCommentEnd = Math.max(html.lastIndexOf("-->"), html.lastIndexOf("--!>"));
  let quotes = true;
  let text = 0;
  let at = html.indexOf("<");

  while (at !== -1 && at < lastEnd) {
    const next = html.charCodeAt(at + 1);
    const closing = next === 47;
    let end = -1;
    let token: HtmlToken | undefined;
    if (isLetter(closing ? html.charCodeAt(at + 2) : next)) {
      const nameStart = closing ? at + 2 : at + 1;
      let nameEnd = nameStart + 1;
      while (!endsName(html.charCodeAt(nameEnd))) nameEnd++;
      end = quotes ? tagEnd(html, nameEnd) : -1;
      if (end === -1) {
        // An unclosed quote swallows the rest of the document; from here on quotes are ignored, so that the scan stays linear.
        quotes = false;
        end = html.indexOf(">", at) + 1;
        nameEnd = Math.min(nameEnd, end - 1);
      }
      token = { kind: closing ? "close" : "open", name: html.slice(nameStart, nameEnd).toLowerCase(), start: at, end };
    } else if (html.startsWith("<!--", at)) {
      if (at < lastCommentEnd) end = commentEnd(html, at);
    } else if (next === 33 || next === 63 || closing) {
      end = html.indexOf(">", at) + 1;
    }

    if (end === -1) {
      at = html.indexOf("<", at + 1);
      continue;
    }
    if (at > text) yield { kind: "text", name: "", start: text, end: at };
    if (token) yield token;
    text = token?.kind === "open" ? skipHidden(html, token.name, end) : end;
    at = html.indexOf("<", text);
  }
  if (text < html.length) yield { kind: "text", name: "", start: text, end: html.length };
};

/** The offset after the ">" of a tag, skipping its quoted attribute values; -1 when there is none. */
const tagEnd = (html: string, from: number): number => {
  for (let i = from; i < html.length; i++) {
    const code = html.charCodeAt(i);
    if (code === 62) return i + 1;
    if (code !== 61) continue;
    do i++;
    while (isSpace(html.charCodeAt(i)));
    const quote = html[i];
    if (quote === '"' || quote === "'") {
      i = html.indexOf(quote, i + 1);
      if (i === -1) return -1;
    } else {
      while (i < html.length && !isSpace(html.charCodeAt(i)) && html.charCodeAt(i) !== 62) i++;
      i--;
    }
  }
  return -1;
};

const commentClose = /--!?>/g;

/** `<!-->` and `<!--->` are whole comments; the caller has checked that an end follows. */
const commentEnd = (html: string, at: number): number => {
  if (html[at + 4] === ">") return at + 5;
  if (html.startsWith("->", at + 4)) return at + 6;
  commentClose.lastIndex = at + 4;
  return commentClose.exec(html) ? commentClose.lastIndex : -1;
};

const skipHidden = (html: string, name: string, from: number): number => {
  const endTag = hidden.get(name);
  if (!endTag) return from;
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
};

const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/g;

/** The attributes of an open tag, names in lower case, values decoded; of a repeated name the first counts, as in browsers. */
export const attributes = (html: string, tag: HtmlToken): Map<string, string> => {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of html.slice(tag.start + 1 + tag.name.length, tag.end - 1).matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
  return found;
};

/** Appends HTML to a document's body, before its final end tags if it has them. */
export const appendToBody = (html: string, addition: string): string => {
  const end = bodyEnd(html);
  return html.slice(0, end) + addition + html.slice(end);
};

/** Where the final end tags of body and document begin; the HTML's length when there are none. */
export const bodyEnd = (html: string): number => {
  return before(html, before(html, html.length, "</html>"), "</body>");
};

const before = (html: string, end: number, tag: string): number => {
  const trimmed = html.slice(0, end).trimEnd();
  return trimmed.slice(-tag.length).toLowerCase() === tag ? trimmed.length - tag.length : end;
};

/** Sanitises foreign HTML and balances its tags, so that nothing in it runs and nothing in it closes an element around it (S22 in SECURITY.md). */
export type HtmlSanitizer = (html: string) => string;

/** The images of a message by their Content-ID, as `data:` URLs. */
export type InlineImages = ReadonlyMap<string, string>;

/**
 * Sanitises foreign HTML for a page that holds nothing else, with its own style sheet. `images`: whether the addresses of remote images are kept;
 * `inline`: the images among the message's files.
 */
export type FrameSanitizer = (html: string, options: { readonly images: boolean; readonly inline?: InlineImages }) => string;

/** The HTML part of a plain text: escaped, with its line breaks and runs of spaces. */
export const textToHtml = (text: string): string => {
  const lines = escapeHtml(text).split(/\r\n?|\n/);
  return `<div>${lines.map((line) => line.replace(/^ | (?= )/g, "&nbsp;")).join("<br>\n")}</div>`;
};
