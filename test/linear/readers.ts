import { sanitize } from "#shared/platform/html/sanitize.ts";
import { safeStyle } from "#shared/platform/html/safe-style.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import { toHeaderText, holdsWord, cutToAnswer } from "#shared/mail/text.ts";
import { appendToBody, textToHtml, attributes, decodeEntities, escapeHtml, scanHtml } from "#shared/mail/html/scan.ts";
import { htmlToText, textPart } from "#shared/mail/html/html-to-text.ts";
import { queryWords } from "#shared/inbox/store/search/message-search.ts";
import { readAuthenticationResults, parseAddresses, parseMailDate } from "#shared/mail/read/mime/field-values.ts";
import { matchAutoReply } from "#shared/mail/read/classify.ts";
import { readDeliveryStatus, readJsonNotification } from "#shared/mail/read/bounces/reports.ts";
import { emailIn, emailsIn } from "#shared/mail/read/bounces/prose.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { classify } from "#test/support/classify.ts";
import { decodeCharset } from "#shared/mail/read/mime/charset.ts";
import { decodeWords, parseFields, parseParameters } from "#shared/mail/read/mime/headers.ts";
import { parseInReplyTo, parseMessageIds } from "#shared/mail/read/mail-ids.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { signedContent } from "#shared/mail/read/mime/signed-data.ts";
import { newContent, replyHtml } from "#shared/mail/read/new-content.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import { snippet, withSnippet } from "#shared/mail/read/readable-text.ts";
import { readRtf } from "#shared/mail/read/tnef/rtf.ts";
import { displayText, withoutHtmlQuote, withoutTextQuote } from "#shared/mail/write/compose/history.ts";
import { quoteHtml, quoteText, replySubject } from "#shared/mail/write/compose/compose.ts";
import { textHeader } from "#shared/mail/write/header-line.ts";
import { jsonLine, plain } from "#shared/client/cli/command.ts";
import { boundedJson } from "#shared/transports/http/json.ts";
import { preferredLanguage } from "#shared/suppressions/page/accept-language.ts";
import type { Reader } from "./growth.ts";

const mail = (text: string) => parseMessage(Buffer.from(text));
const notice = (text: string) => mail(`From: mailer-daemon@x.example\nSubject: failure notice\n\n${text}`);
const folded = (text: string) => text.replace(/\n/g, "\n ");
const header = (name: string) => (text: string) => mail(`${name}: ${folded(text)}\n\nx`);
const aMessage = (content: { text: string; html: string }) => ({
  ...content,
  from: { name: "Jane", email: "jane@example.com" },
  to: [],
  cc: [],
  date: new Date(0),
  subject: "",
  attachments: [],
  messageId: "<a@b>",
  references: [],
});

/** Every function that reads what a stranger wrote, by the name under which its growth is reported. */
export const readers: Readonly<Record<string, Reader>> = {
  htmlToText,
  readAuthenticationResults,
  textPart,
  sanitize,
  safeStyle: (text) => safeStyle(text, "img"),
  "sanitize, a style": (text) => sanitize(`<p style="${escapeHtml(text)}">x</p>`),
  replyText,
  queryWords,
  holdsWord,
  replyHtml,
  newContent: (text) => newContent({ subject: "Re: x", text, html: "", inReplyTo: "<a@b>", references: [] }),
  "newContent, beside its parent": (text) =>
    newContent({ subject: "Re: x", text: `Yes\n\nFrom: a@b\nTo: c@d\n\n${text}`, html: text, inReplyTo: "<a@b>", references: [] }, text),
  withSnippet: (text) => withSnippet("", text),
  snippet,
  readBounce: (text) => readBounce(notice(text)),
  "readBounce, of html": (text) =>
    readBounce(mail(`From: mailer-daemon@x.example\nSubject: failure notice\nContent-Type: text/html\n\n${text}`)),
  "readBounce, a report": (text) =>
    readBounce(
      mail(`Content-Type: multipart/report; boundary=a\n\n--a\n\nx\n--a\nContent-Type: message/delivery-status\n\n${text}\n--a--`),
    ),
  readDeliveryStatus,
  readJsonNotification,
  emailsIn,
  emailIn,
  classify: (text) => classify(notice(text), { answersOwnSend: false }),
  "matchAutoReply, a subject": (text) => matchAutoReply(header("Subject")(text)),
  "matchAutoReply, a body": (text) => matchAutoReply(mail(`Subject: Re: x\n\n${text}`)),
  "parseMessage, text": (text) => mail(`Subject: x\n\n${text}`),
  "parseMessage, header lines": (text) => mail(text),
  "parseMessage, a multipart": (text) => mail(`Content-Type: multipart/mixed; boundary=a\n\n--a\n\n${text}\n--a--`),
  "parseMessage, quoted-printable": (text) => mail(`Content-Transfer-Encoding: quoted-printable\n\n${text}`),
  "newContent, flowed": (text) =>
    newContent({ subject: "Re: x", text, html: "", inReplyTo: "<a@b>", references: [], flow: { delSp: true } }),
  "newContent, a placeholder": (text) => newContent({ subject: "Re: x", text: "html", html: text, inReplyTo: "<a@b>", references: [] }),
  "textPart, a style sheet": (text) => textPart(`<style>${text}</style><p class="a">x</p>`),
  ...Object.fromEntries(
    ["hz", "utf-7", "iso-2022-jp-3", "iso-2022-kr", "big5-hkscs", "cp949", "utf-16", "iso-8859-1", "cp850"].map((charset) => [
      `decodeCharset, ${charset}`,
      (text: string) => decodeCharset(Buffer.from(text), charset),
    ]),
  ),
  readRtf: (text) => readRtf(Buffer.from(`{\\rtf1 ${text}`)),
  "readRtf, of html": (text) => readRtf(Buffer.from(`{\\rtf1\\fromhtml1 ${text}`)),
  signedContent: (text) => signedContent(Buffer.concat([Buffer.from("3080", "hex"), Buffer.from(text)])),
  "parseMessage, base64": (text) => mail(`Content-Transfer-Encoding: base64\n\n${text}`),
  ...Object.fromEntries(
    [
      "From",
      "To",
      "Reply-To",
      "Subject",
      "References",
      "Date",
      "Content-Type",
      "Content-Disposition",
      "Received",
      "X-Failed-Recipients",
    ].map((name) => [`parseMessage, ${name}`, header(name)]),
  ),
  parseFields,
  parseAddresses: (text) => parseAddresses(text),
  parsePlainAddress,
  parseParameters,
  decodeWords,
  parseMailDate,
  parseMessageIds: (text) => parseMessageIds(text),
  parseInReplyTo,
  scanHtml: (text) => [...scanHtml(text)].length,
  attributes: (text) => attributes(`<a ${text}>`, { kind: "open", name: "a", start: 0, end: text.length + 4 }),
  decodeEntities,
  escapeHtml,
  textToHtml,
  appendToBody: (text) => appendToBody(text, "x"),
  cutToAnswer: (text) => cutToAnswer(text, 10_000),
  toHeaderText,
  displayText,
  replySubject,
  textHeader: (text) => textHeader("Subject", toHeaderText(text)),
  withoutTextQuote,
  withoutHtmlQuote,
  quoteText: (text) => quoteText([aMessage({ text, html: "" })], "UTC"),
  "quoteText, of html": (text) => quoteText([aMessage({ text: "", html: text })], "UTC"),
  "plain, in a terminal": plain,
  "jsonLine, in a pipe": jsonLine,
  boundedJson: (text) => boundedJson(Buffer.from(text)),
  preferredLanguage: (text) => preferredLanguage(text, ["en", "de"]),
  quoteHtml: (text) => quoteHtml([aMessage({ text: "", html: text })], "UTC", sanitize),
};
