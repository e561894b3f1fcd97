import { gzipSync } from "node:zlib";
import { notFound } from "#shared/platform/errors.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { type FrameSanitizer, type InlineImages, textToHtml } from "#shared/mail/html/scan.ts";
import { ANSWER_BYTES, answerBytes, cutToAnswer } from "#shared/mail/text.ts";

/** The console's files, as the build wrote them. */
export interface ConsoleSource {
  /** The page. */
  page(): Promise<Buffer>;
  /** A file by its hashed name; undefined for an unknown name. */
  asset(name: string): Promise<Buffer | undefined>;
}

/** Nothing comes from another host, no script or style stands in the page, and no other site may frame it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };

/** Names that the build gives: `main-1A2B3C4D.js`. */
const assetName = /^[A-Za-z0-9_-]{1,80}\.(js|css)$/;

/** The files in use, by their names, which change with their content; the page has always the same name, so it is not kept. */
const zipped = new Map<string, Buffer>();

const zip = (body: Buffer): Buffer => gzipSync(body, { level: 9 });
const zipOnce = (name: string, body: Buffer): Buffer => {
  const bytes = zipped.get(name) ?? zip(body);
  zipped.set(name, bytes);
  return bytes;
};

const answer = (
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
  zipping: (body: Buffer) => Buffer,
): RawAnswer => {
  const common = { ...headers, vary: "accept-encoding", "referrer-policy": "no-referrer" };
  if (!acceptEncoding?.includes("gzip")) return { status: 200, headers: common, body };
  return { status: 200, headers: { ...common, "content-encoding": "gzip" }, body: zipping(body) };
};

/** The console's page. It names its files by their hashes, so browsers must ask for it each time. */
export const consolePage = async (source: ConsoleSource, acceptEncoding?: string): Promise<RawAnswer> =>
  answer(
    await source.page(),
    { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY, "cache-control": "no-cache" },
    acceptEncoding,
    zip,
  );

/** A file below /console/assets, cached for ever because its name changes with its content; for every other path the page. */
export const consoleAnswer = async (path: string, source: ConsoleSource, acceptEncoding?: string): Promise<RawAnswer> => {
  const [folder, name = "", ...rest] = path.split("/");
  if (folder !== "assets") return consolePage(source, acceptEncoding);
  const [, kind = ""] = assetName.exec(name) ?? [];
  const body = kind === "" || rest.length > 0 ? undefined : await source.asset(name);
  if (!body) throw notFound("File");
  const headers = { "content-type": types[kind]!, "cache-control": "public, max-age=31536000, immutable" };
  return answer(body, headers, acceptEncoding, (bytes) => zipOnce(name, bytes));
};

/**
 * The second protection besides the sanitiser (S22 in SECURITY.md): no scripts, forms, frames or origin; only images in the mail itself are loaded,
 * and remote ones when the reader asked for them. Links open in a new page.
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

/** The HTML if it fits in an answer; if escaping made the mail too long, the beginning of its text. */
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
