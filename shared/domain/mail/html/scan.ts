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
