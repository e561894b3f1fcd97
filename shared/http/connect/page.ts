import type { User } from "../../domain/auth/ports.ts";
import type { SeenLink } from "../../domain/connect-links/ports.ts";
import type { RawAnswer } from "../answer.ts";
import { escaped, hashOfStyle, htmlPage } from "../html-page.ts";
import { preferredLanguage } from "../unsubscribe/accept-language.ts";
import { style } from "./style.ts";
import { type Locale, pageWords } from "./words/index.ts";
import type { PageWords } from "./words/words.ts";

/** Request headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** A page to show: whose link it is, in which language, and what the browser keeps. */
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

/** What stands in the card. */
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

/** The answer with a page. */
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

/** Leads the browser away at once, so that the address it was at stays in no history. */
export const leadTo = (location: string, cookie?: string): RawAnswer => ({
  status: 303,
  headers: { location, "referrer-policy": "no-referrer", ...(cookie !== undefined && { "set-cookie": cookie }) },
  body: "",
});
