import type { ClientWords } from "./words.ts";

/** What the answer says, and the message below it. */
export const ANSWER = "Gladly, see you on Tuesday.\n\nMax";
const original = ["Shall we meet on Monday?", "", "Kind regards", "Jane"];

const quoted = original.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
const plain = original.join("\n");
const values = ["Jane Doe <jane@example.com>", "", "Max Muster <max@example.com>", "Re: Offer"];
const names = (words: ClientWords) => words.outlook.split("|");
const header = (words: ClientWords) => names(words).map((name, i) => `${name}: ${i === 1 ? words.date : values[i]}`);

/** Bodies as programs build them around an answer, in plain text. */
export const textTemplates: Readonly<Record<string, (words: ClientWords) => string | undefined>> = {
  "Gmail, web": (words) => `${ANSWER}\n\n${words.gmail}\n\n${quoted}\n`,
  "Gmail, wrapped before the address": (words) => `${ANSWER}\n\n${words.gmail.replace(/ (?=\(?<)/, "\n")}\n\n${quoted}\n`,
  "Gmail, wrapped behind the bracket": (words) => `${ANSWER}\n\n${words.gmail.replace("<", "<\n")}\n\n${quoted}\n`,
  "Gmail, wrapped in the name": (words) => `${ANSWER}\n\n${words.gmail.replace("Jane Doe", "Jane\nDoe")}\n\n${quoted}\n`,
  "Gmail, its quote marks lost": (words) => `${ANSWER}\n\n${words.gmail}\n\n${plain}\n`,
  "Apple Mail": (words) => `${ANSWER}\n\n> ${words.apple}\n> \n${quoted}\n`,
  "Apple Mail, attribution unquoted": (words) => `${ANSWER}\n\n${words.apple}\n\n${quoted}\n`,
  "Apple Mail, its quote marks lost": (words) => `${ANSWER}\n\n${words.apple}\n\n${plain}\n`,
  iPhone: (words) => `${ANSWER}\n\n${words.iphone}\n\n> ${words.apple}\n> \n> \u{feff}${quoted.slice(2)}\n`,
  "Thunderbird, below": (words) => `${words.thunderbird}\n${quoted}\n\n${ANSWER}\n`,
  Thunderbird: (words) => `${ANSWER}\n\n${words.thunderbird}\n${quoted}\n`,
  Yahoo: (words) => words.yahoo && `${ANSWER}\n\n    ${words.yahoo}  \n \n ${original.join("\n ")}\n  `,
  "Outlook, desktop": (words) => `${ANSWER}\n\n${header(words).join("\n")}\n\n${plain}\n`,
  "Outlook, desktop, rule": (words) => `${ANSWER}\n\n-----${words.original}-----\n${header(words).join("\n")}\n\n${plain}\n`,
  "Outlook, web": (words) => `${ANSWER}\n\n________________________________\n${header(words).join("\n")}\n\n${plain}\n`,
  "Outlook, mobile": (words) =>
    `${ANSWER}\n\n${words.outlookMobile}<https://aka.ms/o0ukef>\n________________________________\n${header(words).join("\n")}\n\n${plain}\n`,
  "Outlook, mobile, link on its own": (words) =>
    `${ANSWER}\n\n${words.outlookMobile} <https://aka.ms/AAb9ysg>\n\n${header(words).join("\n")}\n\n${plain}\n`,
  "Outlook, mobile, without its link": (words) =>
    `${ANSWER}\n\n${words.outlookMobile}\n________________________________\n${header(words).join("\n")}\n\n${plain}\n`,
  "Outlook, emphasised": (words) =>
    `${ANSWER}\n\n${header(words)
      .map((line) => line.replace(/^([^:]*:)/, "*$1*"))
      .join("\n")}\n\n${plain}\n`,
  Samsung: (words) =>
    `${ANSWER}\n\n\n-------- ${words.original} --------\n${[0, 1, 2, 3].map((i) => header(words)[i]).join("\n")}\n\n${plain}\n`,
  "Outlook, an attachment only": (words) => `\n\n________________________________\n${header(words).join("\n")}\n\n${plain}\n`,
};

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const answerDivs = ANSWER.split("\n")
  .map((line) => `<div>${line || "<br>"}</div>`)
  .join("");
const originalDivs = original.map((line) => `<div>${line || "<br>"}</div>`).join("");
const linked = (line: string) => escape(line).replace("jane@example.com", '<a href="mailto:jane@example.com">jane@example.com</a>');
const headerHtml = (words: ClientWords) =>
  header(words)
    .map((line) => escape(line).replace(/^([^:]*:)/, "<b>$1</b>"))
    .join("<br>");

/** The same in HTML. */
export const htmlTemplates: Readonly<Record<string, (words: ClientWords) => string | undefined>> = {
  Gmail: (words) =>
    `<div dir="ltr">${answerDivs}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${linked(words.gmail)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">${originalDivs}</div></blockquote></div>`,
  "Gmail, classes stripped": (words) =>
    `<div>${answerDivs}</div><br><div>${linked(words.gmail)}<br></div><blockquote>${originalDivs}</blockquote>`,
  "Apple Mail": (words) =>
    `<html><head></head><body style="overflow-wrap: break-word;">${answerDivs}<div><br><blockquote type="cite"><div>${linked(words.apple)}</div><br class="Apple-interchange-newline"><div>${originalDivs}</div></blockquote></div><br></body></html>`,
  iPhone: (words) =>
    `<html><head></head><body dir="auto">${answerDivs}<div><br></div><div id="AppleMailSignature" dir="ltr">${words.iphone}</div><div dir="ltr"><br><blockquote type="cite">${linked(words.apple)}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\u{feff}${originalDivs}</div></blockquote></body></html>`,
  Thunderbird: (words) =>
    `<!DOCTYPE html><html><body>${answerDivs}<div class="moz-cite-prefix">${escape(words.thunderbird)}<br></div><blockquote type="cite" cite="mid:1@example.com">${originalDivs}</blockquote></body></html>`,
  Yahoo: (words) =>
    words.yahoo &&
    `<html><body><div class="yahoo-style-wrap">${answerDivs}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>${linked(words.yahoo)}</div><div><br></div>${originalDivs}</div></body></html>`,
  "Outlook, desktop": (words) =>
    `<html><body><div class="WordSection1">${ANSWER.split("\n")
      .map((line) => `<p class="MsoNormal">${line || "<o:p>&nbsp;</o:p>"}</p>`)
      .join(
        "",
      )}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${headerHtml(words)}<o:p></o:p></p></div></div>${original.map((line) => `<p class="MsoNormal">${line || "&nbsp;"}</p>`).join("")}</div></body></html>`,
  "Outlook, web": (words) =>
    `<html><body><div class="elementToProof">${answerDivs}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${headerHtml(words)}</font><div>&nbsp;</div></div>${originalDivs}</body></html>`,
  "Outlook, mobile": (words) =>
    `<html><body><div>${answerDivs}</div><div id="ms-outlook-mobile-signature"><div><br></div><a href="https://aka.ms/o0ukef">${words.outlookMobile}</a></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font>${headerHtml(words)}</font><div>&nbsp;</div></div>${originalDivs}</body></html>`,
  "Outlook, ids stripped": (words) =>
    `<html><body><div>${answerDivs}</div><hr><div>${headerHtml(words)}</div><div><br></div>${originalDivs}</body></html>`,
  "Outlook, an attachment only": (words) =>
    `<html><body><div><br></div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">${headerHtml(words)}<div>&nbsp;</div></div>${originalDivs}</body></html>`,
  Samsung: (words) =>
    `<html><body><div>${answerDivs}</div><div><br></div><div id="composer_signature"></div><div><br></div><div style="font-size:100%;color:#000000" align="left" dir="auto"><!-- originalMessage --><div>-------- ${escape(words.original)} --------</div>${header(
      words,
    )
      .map((line) => `<div>${escape(line)} </div>`)
      .join("")}<div><br></div></div>${originalDivs}</body></html>`,
};
