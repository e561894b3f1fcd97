import { escapeHtml } from "#shared/mail/html/scan.ts";
import type { ClientWords } from "#test/unit/mail/read/quotes/clients/words.ts";

/** What somebody wrote: above the quote, or in parts between and below the parts of the quote. */
export interface Written {
  readonly above: string;
  readonly between: string;
  readonly below: string;
}

/** Both bodies of a mail. */
export interface Bodies {
  readonly text: string;
  readonly html: string;
}

/** The two parts of the message that is answered. */
const QUOTED = [
  "Hello Max,\n\nshall we meet on Monday, or would Tuesday suit you better?",
  "The room is free on both days, and the plans will be there by noon.\n\nKind regards\nJane",
] as const;
/** Its whole text. */
export const PARENT = QUOTED.join("\n\n");

const marked = (text: string) => text.replaceAll(/^/gm, "> ");
const divs = (text: string) =>
  text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => (line.startsWith("<") && line.endsWith(">") ? line : `<div>${escapeHtml(line) || "<br>"}</div>`))
        .join("");
const paragraphs = (...parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");
const plainOf = (text: string) => text.replaceAll(/<[^<>@]*>/g, "");

/** An attribution over the quote with marks, what was written in any place. */
const underAttribution =
  (attribution: (words: ClientWords) => string, html: (head: string, quote: (inner: string) => string, written: Written) => string) =>
  (written: Written, words: ClientWords): Bodies => {
    const head = attribution(words);
    const plain = { above: plainOf(written.above), between: plainOf(written.between), below: plainOf(written.below) };
    const quote = written.between === "" ? marked(PARENT) : `${marked(QUOTED[0])}\n\n${plain.between}\n\n${marked(QUOTED[1])}`;
    return { text: paragraphs(plain.above, `${head}\n${quote}`, plain.below), html: html(escapeHtml(head), quotes(written), written) };
  };

const quotes = (written: Written) => (open: string) => {
  const close = "</blockquote>";
  if (written.between === "") return `${open}${divs(PARENT)}${close}`;
  return `${open}${divs(QUOTED[0])}${close}${divs(written.between)}${open}${divs(QUOTED[1])}${close}`;
};

const header = (words: ClientWords, order: readonly number[]) => {
  const values = ["Jane Doe <jane@example.com>", words.date, "Max Muster <max@example.com>", "Re: Offer"];
  return order.map((i) => `${words.outlook.split("|")[i]}: ${values[i]}`).join("\n");
};
const headerHtml = (words: ClientWords, order: readonly number[]) =>
  escapeHtml(header(words, order))
    .replaceAll(/^([^:]*:)/gm, "<b>$1</b>")
    .replaceAll("\n", "<br>");

/** A copied header over the old message without marks, what was written above it. */
const underHeader =
  (order: readonly number[], rule: (words: ClientWords) => string, html: (head: string, written: string) => string) =>
  ({ above, between, below }: Written, words: ClientWords): Bodies => {
    const written = paragraphs(above, between, below);
    const text = `${plainOf(written)}\n\n${rule(words)}${header(words, order)}\n\n${PARENT}\n`;
    return { text, html: html(headerHtml(words, order), divs(written)) };
  };

const cite = '<blockquote type="cite">';
const sentFirst = [1, 0, 2, 3];
const fromFirst = [0, 1, 2, 3];
const noRule = () => "";

/** Mail programs by the way they put a quote below, above or around what was written; those with a header only ever put it below. */
export const programs: Readonly<Record<string, (written: Written, words: ClientWords) => Bodies>> = {
  Gmail: underAttribution(
    ({ gmail }) => gmail,
    (head, quote, { above, below }) =>
      `<div dir="ltr">${divs(above)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${head}<br></div>${quote('<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">')}${divs(below)}</div>`,
  ),
  "Gmail, written inside its wrapper": underAttribution(
    ({ gmail }) => gmail,
    (head, quote, { above, below }) =>
      `<div class="gmail_quote">${divs(above)}<div><br></div><div>${head}<br></div>${quote('<blockquote class="gmail_quote">')}${divs(below)}</div>`,
  ),
  "Apple Mail": underAttribution(
    ({ apple }) => apple,
    (head, quote, { above, below }) =>
      `<html><body>${divs(above)}<div><br>${cite}<div>${head}</div></blockquote>${quote(cite)}</div>${divs(below)}</body></html>`,
  ),
  Thunderbird: underAttribution(
    ({ thunderbird }) => thunderbird,
    (head, quote, { above, below }) =>
      `<html><body>${divs(above)}<div class="moz-cite-prefix">${head}<br></div>${quote('<blockquote type="cite" cite="mid:1@example.com">')}${divs(below)}</body></html>`,
  ),
  Roundcube: underAttribution(
    ({ thunderbird }) => thunderbird,
    (head, quote, { above, below }) =>
      `<body>${divs(above)}<p id="reply-intro">${head}</p>${quote('<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">')}${divs(below)}</body>`,
  ),
  "Proton Mail": underAttribution(
    ({ gmail }) => gmail,
    (head, quote, { above, below }) =>
      `${divs(above)}<div class="protonmail_quote">${head}<br></div>${quote('<blockquote class="protonmail_quote" type="cite">')}${divs(below)}`,
  ),
  mutt: underAttribution(
    ({ thunderbird }) => thunderbird,
    () => "",
  ),
  "Open-Xchange": underAttribution(
    ({ apple }) => apple,
    (head, quote, { above, below }) => `${divs(above)}${cite}<div>${head}</div></blockquote>${quote(cite)}${divs(below)}`,
  ),
  "Outlook, desktop": underHeader(
    fromFirst,
    noRule,
    (head, written) =>
      `<div class="WordSection1">${written}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${head}</p></div></div>${divs(PARENT)}</div>`,
  ),
  "Outlook, web": underHeader(
    fromFirst,
    () => "________________________________\n",
    (head, written) =>
      `<div>${written}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>${head}</font></div>${divs(PARENT)}`,
  ),
  "Outlook, written below its mark": underHeader(
    fromFirst,
    () => "________________________________\n",
    (head, written) => `<div id="appendonsend"></div>${written}<hr><div id="divRplyFwdMsg">${head}</div>${divs(PARENT)}`,
  ),
  "Outlook, new": underHeader(
    fromFirst,
    () => "________________________________\n",
    (head, written) =>
      `<div>${written}</div><div id="mail-editor-reference-message-container"><div style="border-top:1pt solid rgb(181,196,223)">${head}</div>${divs(PARENT)}</div>`,
  ),
  "GMX, web.de, mail.com": underHeader(
    sentFirst,
    noRule,
    (head, written) =>
      `${written}<div name="quote" style="border-left:2px solid #C3D9E5;"><div>${head}</div><div name="quoted-content">${divs(PARENT)}</div></div>`,
  ),
  Zimbra: underHeader(
    fromFirst,
    ({ original }) => `----- ${original} -----\n`,
    (head, written) =>
      `${written}<hr id="zwchr"><div>${head}</div><blockquote style="border-left:2px solid #1010FF;margin-left:5px">${divs(PARENT)}</blockquote>`,
  ),
  Yahoo: ({ above, between, below }, words) => {
    const head = words.yahoo ?? words.gmail;
    const written = paragraphs(above, between, below);
    return {
      text: `${plainOf(written)}\n\n    ${head}\n \n ${PARENT.replaceAll("\n", "\n ")}\n`,
      html: `<div class="yahoo-style-wrap">${divs(written)}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>${escapeHtml(head)}</div>${divs(PARENT)}</div>`,
    };
  },
};
