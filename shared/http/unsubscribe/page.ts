import { notFound } from "../../domain/errors.ts";
import type { SeenLink } from "../../domain/suppressions/unsubscribe.ts";
import type { RawAnswer } from "../answer.ts";
import { escaped, hashOfStyle, htmlPage } from "../html-page.ts";
import { preferredLanguage } from "./accept-language.ts";
import { type PageLanguage, pageWords, type PageWords } from "./words.ts";

type Headers = Readonly<Record<string, string | undefined>>;

const style = [
  ":root{color-scheme:light dark}",
  "*{box-sizing:border-box}",
  "body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:1.0625rem/1.5 system-ui,sans-serif;",
  "background:#f3f4f6;color:#1f2937}",
  "main{width:100%;max-width:28rem;padding:2rem;border-radius:.75rem;background:#fff;box-shadow:0 1px 3px #0002;text-align:center}",
  "h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}",
  "p{margin:0 0 1.5rem;overflow-wrap:anywhere}p:last-child{margin:0}",
  "b{font-weight:600}",
  "button{width:100%;padding:.75rem 1rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;font:inherit;font-weight:600;cursor:pointer}",
  "button.quiet{background:none;color:inherit;border:1px solid #9ca3af}",
  "button:focus-visible{outline:3px solid #93c5fd;outline-offset:2px}",
  ".note{font-size:.9375rem;color:#6b7280;margin-bottom:.75rem}",
  "@media(prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}main{background:#1f2937}.note{color:#9ca3af}}",
].join("");

const policy = [
  "default-src 'none'",
  `style-src '${hashOfStyle(style)}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const languages = Object.keys(pageWords) as [PageLanguage, ...PageLanguage[]];

/** A sentence with the two names inserted, each isolated in its text direction. */
const sentence = (text: string, { sender, recipient }: SeenLink): string => {
  const from = sender.name === "" ? sender.email : `${sender.name} (${sender.email})`;
  const names: Readonly<Record<string, string>> = { sender: from, recipient };
  return escaped(text).replace(/\{(sender|recipient)\}/g, (_, name: string) => `<b><bdi>${escaped(names[name] ?? "")}</bdi></b>`);
};

const form = (name: string, value: string, button: string): string =>
  `<form method="post"><input type="hidden" name="${name}" value="${value}">${button}</form>`;

interface Content {
  readonly title: string;
  readonly body: string;
}

const asking = (words: PageWords, link: SeenLink): Content => ({
  title: words.unsubscribe,
  body: `<p>${sentence(words.question, link)}</p>
${form("List-Unsubscribe", "One-Click", `<button>${escaped(words.unsubscribe)}</button>`)}`,
});

const done = (words: PageWords, link: SeenLink): Content => ({
  title: words.done,
  body: `<p>${sentence(words.doneText, link)}</p>
${link.mayUndo ? `<p class="note">${escaped(words.undoText)}</p>\n${form("undo", "1", `<button class="quiet">${escaped(words.undo)}</button>`)}` : ""}`,
});

const undone = (words: PageWords, link: SeenLink): Content => ({
  title: words.undone,
  body: `<p>${sentence(words.undoneText, link)}</p>`,
});

const page = (headers: Headers, status: number, contentIn: (words: PageWords) => Content): RawAnswer => {
  const language = preferredLanguage(headers["accept-language"], languages);
  const { title, body } = contentIn(pageWords[language]);
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-security-policy": policy,
      // Whoever has the URL can unsubscribe the recipient, so other sites must not see it.
      "referrer-policy": "no-referrer",
      vary: "accept, accept-language",
    },
    body: htmlPage({ language, title, style, body: `<h1>${escaped(title)}</h1>\n${body}` }),
  };
};

/** The page of a link: a form, so that following the link alone unsubscribes nobody; after the click it shows the result. */
export const unsubscribePage = (headers: Headers, link: SeenLink): RawAnswer =>
  page(headers, 200, (words) => (link.isUnsubscribed ? done(words, link) : asking(words, link)));

/** The answer to the undo button: that it is undone, or the unchanged page when the minute is over. */
export const undonePage = (headers: Headers, link: SeenLink): RawAnswer =>
  link.isUnsubscribed ? unsubscribePage(headers, link) : page(headers, 200, (words) => undone(words, link));

/** The page for a browser whose request failed, with that status; undefined for any other client. */
export const failurePage = (headers: Headers, status: number): RawAnswer | undefined => {
  if (!/\btext\/html\b/i.test(headers["accept"] ?? "")) return undefined;
  return page(headers, status, ({ noLink, noLinkText }) => ({ title: noLink, body: `<p>${escaped(noLinkText)}</p>` }));
};

/** The page for a browser with an invalid link; throws 404 for any other client. */
export const noLinkPage = (headers: Headers): RawAnswer => {
  const shown = failurePage(headers, 404);
  if (!shown) throw notFound("Link");
  return shown;
};
