import { htmlToText } from "../../domain/mail/html/html-to-text.ts";
import type { FrameSanitizer, InlineImages } from "../../domain/mail/html/sanitizer.ts";
import { textToHtml } from "../../domain/mail/html/text-to-html.ts";
import { ANSWER_BYTES, answerBytes, cutToAnswer } from "../../domain/mail/text-size.ts";
import type { RawAnswer } from "../answer.ts";

/**
 * The second wall behind the sanitiser (S22 in SECURITY.md): no script, no form, no other frame, no origin; nothing is loaded except images in the
 * mail itself, and remote ones when the reader asked for them. Links open a page of their own.
 */
const policy = (images: boolean): string =>
  [
    "default-src 'none'",
    `img-src data:${images ? " https:" : ""}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  ].join("; ");

/** Mail is written for white paper, also when the console is dark. */
const STYLE =
  "html{color-scheme:light;background:#fff}body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1c2128;overflow-wrap:anywhere}" +
  "img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}blockquote{margin:0 0 0 8px;padding-left:10px;border-left:2px solid #ccd}" +
  "@media(width<600px){table{width:100%!important}img{height:auto!important}}";

/** Room for the page around the mail and the headers. */
const AROUND_BYTES = 4_000;

/** What fits in an answer: where escaping made the mail too long, the beginning of its text. */
const fitting = (html: string): string => {
  const room = ANSWER_BYTES - AROUND_BYTES;
  return answerBytes(html) <= room ? html : textToHtml(cutToAnswer(htmlToText(html), room / 8));
};

/** A page that shows one email and nothing else, for a frame of the console. */
export const frameAnswer = (html: string, images: boolean, sanitize: FrameSanitizer, inline: InlineImages = new Map()): RawAnswer => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(images),
    "referrer-policy": "no-referrer",
    "x-dns-prefetch-control": "off",
    "cross-origin-resource-policy": "same-origin",
  },
  body: `<!doctype html><meta charset="utf-8"><title>Email</title><style>${STYLE}</style>${fitting(sanitize(html, { images, inline }))}`,
});
