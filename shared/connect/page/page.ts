import type { User } from "#shared/accounts/auth/ports.ts";
import { type SeenLink, returnUrl } from "../connect-link.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { escaped, hashOfStyle, htmlPage } from "#shared/api/http/html-page.ts";
import { preferredLanguage } from "#shared/suppressions/page/accept-language.ts";
import { type Locale, pageWords } from "./words/index.ts";
import type { PageWords, Problem } from "./words/words.ts";

/** The style of a connect link's page: one card, at any width, in the reader's light or dark. */
const style = [
  ":root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--text:#1a2233;--soft:#566072;--line:#868f9f;--key:#1d4ed8;--on-key:#fff;",
  "--rule:#e3e6ec;--bad:#a11212;--bad-back:#fdf0f0;--good:#12703c;--good-back:#e7f6ed}",
  "@media(prefers-color-scheme:dark){:root{--back:#0f1420;--card:#1a2130;--text:#e8ebf1;--soft:#a5aebd;--line:#6f7a8c;--key:#8fb4ff;",
  "--on-key:#0f1420;--rule:#2d3648;--bad:#ffb4b4;--bad-back:#3a1d24;--good:#86e0ab;--good-back:#16352a}}",
  "*{box-sizing:border-box}",
  "body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:1rem/1.5 system-ui,sans-serif;",
  "background:var(--back);color:var(--text)}",
  "main{width:100%;min-width:0;max-width:27rem;padding:2rem 1.75rem;border:1px solid var(--rule);border-radius:1rem;background:var(--card)}",
  "header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.5rem;font-weight:600;min-width:0}",
  "header span{min-width:0;overflow-wrap:anywhere}",
  "header img{max-width:10rem;max-height:2.5rem;border-radius:.25rem}",
  "h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em}",
  "p{margin:0 0 1.25rem;color:var(--soft);overflow-wrap:anywhere}b{font-weight:600;color:var(--text)}",
  "form,details{margin:0}",
  "label{display:block;margin:0 0 1rem;font-size:.9375rem;font-weight:500}",
  "input,select{display:block;width:100%;min-width:0;margin-top:.375rem;padding:.6875rem .75rem;border:1px solid var(--line);border-radius:.5rem;",
  "background:var(--card);color:inherit;font:inherit;font-weight:400}",
  "input:read-only{background:var(--back);color:var(--soft)}",
  "button,.button{display:block;width:100%;padding:.75rem 1rem;border:1px solid var(--key);border-radius:.5rem;background:var(--key);",
  "color:var(--on-key);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}",
  ".button+.button,button+button{margin-top:.75rem}",
  "button.quiet{background:none;border-color:var(--line);color:inherit}",
  ".servers{margin:0 0 1.25rem;padding:.75rem .875rem;border:1px solid var(--line);border-radius:.5rem;overflow-wrap:anywhere}",
  ".servers dt{font-size:.875rem;color:var(--soft)}.servers dd{margin:0;font-weight:600}.servers dd+dt{margin-top:.5rem}",
  ":is(input,select,button,a,summary):focus-visible{outline:3px solid var(--key);outline-offset:2px}",
  "a{color:var(--key)}",
  ".note{margin:1rem 0 0;font-size:.875rem}fieldset .note{margin:0 0 1rem}",
  ".who{display:flex;flex-wrap:wrap;gap:.25rem .75rem;justify-content:space-between;margin:0 0 1.5rem;padding-bottom:1rem;",
  "border-bottom:1px solid var(--rule);font-size:.9375rem}",
  ".problem{margin:0 0 1.25rem;padding:.75rem .875rem;border-radius:.5rem;background:var(--bad-back);color:var(--bad);font-size:.9375rem}",
  ".problem a{color:inherit;font-weight:600}.problem p{margin:0;color:inherit}.problem p+p{margin-top:.5rem}.problem b{color:inherit}",
  "summary{padding:.25rem 0;font-size:.9375rem;font-weight:500;cursor:pointer;color:var(--text)}",
  "details{margin:0 0 1.25rem}details>form,details>fieldset{margin-top:1rem}.alternative{margin:1.25rem 0 0;padding-top:1rem;border-top:1px solid var(--rule)}",
  "fieldset{margin:0 0 .5rem;padding:0;border:0;min-width:0}legend{padding:0;margin-bottom:.75rem;font-size:.875rem;font-weight:600;color:var(--soft)}",
  ".pair{display:grid;grid-template-columns:minmax(0,1fr) 6rem;gap:0 .75rem}",
  ".done{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 0 1.25rem;border-radius:50%;background:var(--good-back);color:var(--good)}",
].join("");

/** Request headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What every page of a link needs: the link, its language, and the account's name and logo. */
export interface Scene {
  readonly language: Locale;
  /** Undefined for a link that does not exist. */
  readonly link?: SeenLink | undefined;
  /** What the account calls its product, and its logo. */
  readonly product: string;
  readonly logoUrl: string;
  /** The origins that may show the page in a frame. */
  readonly frameOrigins: readonly string[];
  /** The Set-Cookie header. */
  readonly cookie?: string | undefined;
}

/** The content of the page's card. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const languages = Object.keys(pageWords) as [Locale, ...Locale[]];

/** The scene of a link: its own language or the browser's, and the account's name and logo. */
export const sceneOf = (headers: Headers, link: SeenLink | undefined, user: User | undefined, cookie?: string): Scene => ({
  language: languages.find((known) => known === link?.locale) ?? preferredLanguage(headers["accept-language"], languages),
  link,
  product: user?.connectName ?? user?.name ?? "",
  logoUrl: user?.connectLogoUrl ?? "",
  frameOrigins: user?.connectFrameOrigins ?? [],
  cookie,
});

/** A text with names inserted, each isolated in its text direction. */
export const sentence = (text: string, { product, link }: Scene, more: Readonly<Record<string, string>> = {}): string => {
  const names: Readonly<Record<string, string>> = { product, email: link?.email ?? "", ...more };
  return escaped(text).replace(
    /\{(product|email|provider|domain)\}/g,
    (_, name: string) => `<b><bdi>${escaped(names[name] ?? "")}</bdi></b>`,
  );
};

/** Nothing is loaded except the account's logo, no script runs, and only the account's own pages may frame it. */
const policyOf = ({ logoUrl, frameOrigins }: Scene): string =>
  [
    "default-src 'none'",
    `style-src '${hashOfStyle(style)}'`,
    ...(logoUrl === "" ? [] : [`img-src ${new URL(logoUrl).origin}`]),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(" ")}`,
  ].join("; ");

const header = ({ logoUrl, product }: Scene): string => {
  if (product === "") return "";
  const logo = logoUrl === "" ? "" : `<img src="${escaped(logoUrl)}" alt="">`;
  return `<header>${logo}<span><bdi>${escaped(product)}</bdi></span></header>\n`;
};

/** The HTTP answer with a page. */
export const showPage = (scene: Scene, contentIn: (words: PageWords) => Content): RawAnswer => {
  const { title, body, status = 200, headers = {} } = contentIn(pageWords[scene.language]);
  const whole = `${header(scene)}${body}`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": scene.language,
      "content-security-policy": policyOf(scene),
      // Whoever has the URL can use the link, so other sites must not see it.
      "referrer-policy": "no-referrer",
      vary: "accept-language, cookie",
      ...(scene.cookie !== undefined && { "set-cookie": scene.cookie }),
      ...headers,
    },
    body: htmlPage({ language: scene.language, title, style, body: whole }),
  };
};

/** Redirects the browser at once, so that the present URL stays in no history. */
export const leadTo = (location: string, cookie?: string): RawAnswer => ({
  status: 303,
  headers: { location, "referrer-policy": "no-referrer", ...(cookie !== undefined && { "set-cookie": cookie }) },
  body: "",
});

/** How long "connected" is shown before the browser goes back by itself, seconds. */
const SHOWN_SECONDS = 4;

const TICK =
  '<div class="done"><svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" ' +
  'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></div>';

const plain = (title: string, text: string, status: number): Content => ({
  title,
  body: `<h1>${escaped(title)}</h1>\n<p>${text}</p>`,
  status,
});

/** The mailbox is connected, for the browser that did it: leads back to the account's product. */
export const connectedPage = (scene: Scene, link: SeenLink): RawAnswer =>
  showPage(scene, ({ done, doneText, back }) => {
    const url = returnUrl(link);
    const body = `${TICK}<h1>${escaped(done)}</h1>\n<p>${sentence(doneText, scene)}</p>
<a class="button" rel="noreferrer" href="${escaped(url)}">${escaped(back.replace("{product}", scene.product))}</a>`;
    return { title: done, body, headers: { refresh: `${SHOWN_SECONDS}; url=${url}` } };
  });

/** The link is completed, shown to any other browser; it does not name the mailbox. */
export const usedPage = (scene: Scene): RawAnswer => showPage(scene, ({ used, usedText }) => plain(used, sentence(usedText, scene), 410));

/** The link has expired. */
export const expiredPage = (scene: Scene): RawAnswer =>
  showPage(scene, ({ expired, expiredText }) => plain(expired, sentence(expiredText, scene), 410));

/** There is no such link. */
export const noLinkPage = (scene: Scene): RawAnswer => showPage(scene, ({ noLink, noLinkText }) => plain(noLink, escaped(noLinkText), 404));

/** The consent came back to a browser that did not begin it. */
export const otherBrowserPage = (scene: Scene): RawAnswer =>
  showPage(scene, ({ noLink, problems }) => plain(noLink, escaped(problems.otherBrowser), 403));

/** The problems as a box above a form. */
export const problemBox = (words: PageWords, scene: Scene, problems: readonly Problem[], more = ""): string => {
  if (problems.length === 0) return "";
  const texts = problems.map((problem) => `<p>${sentence(words.problems[problem], scene)}</p>`).join("");
  return `<div class="problem" role="alert">${texts}${more}</div>\n`;
};
