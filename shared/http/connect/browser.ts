import { hashOf, tokenPattern } from "../../domain/connect-links/connect-link.ts";
import type { Headers } from "./page.ts";

/** A browser that has opened a link. Its cookie has the link's token too, so that it finds its way back from a consent page. */
export interface LinkBrowser {
  readonly token: string;
  /** 256 random bits in hexadecimal. */
  readonly secret: string;
}

/** How long the browser keeps it, seconds. */
const KEPT_SECONDS = 86_400;

const isHttps = (headers: Headers): boolean => headers["x-forwarded-proto"] === "https";

/** With `__Host-` a browser takes it from this host alone (RFC 6265bis, 4.1.3.2), and only over https. */
const cookieName = (headers: Headers, linkId: string): string => `${isHttps(headers) ? "__Host-" : ""}connect-${linkId}`;

/** Whether the page is shown in a frame (Fetch Metadata, Sec-Fetch-Dest). */
export const isFramed = (headers: Headers): boolean => headers["sec-fetch-dest"] === "iframe";

/**
 * The Set-Cookie header: no script reads it, and other sites' forms do not bring it; in a frame, which only the account's own pages may have, the
 * browser keeps it for that page alone (CHIPS).
 */
export const browserCookie = (headers: Headers, linkId: string, { token, secret }: LinkBrowser): string => {
  const https = isHttps(headers);
  const site = https && isFramed(headers) ? "None; Partitioned" : "Lax";
  return `${cookieName(headers, linkId)}=${token}.${secret}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=${site}${https ? "; Secure" : ""}`;
};

/** The browser that brings a link's cookie; undefined for any other. */
export const browserOf = (headers: Headers, cookies: readonly string[], linkId: string): LinkBrowser | undefined => {
  const start = `${cookieName(headers, linkId)}=`;
  const [token = "", secret = "", ...rest] =
    cookies
      .find((one) => one.startsWith(start))
      ?.slice(start.length)
      .split(".") ?? [];
  return rest.length === 0 && tokenPattern.test(token) && tokenPattern.test(secret) ? { token, secret } : undefined;
};

/** What a form of this browser's page carries: it says nothing of the secret. */
export const formKey = ({ secret }: LinkBrowser): string => hashOf(`form ${secret}`);

/** Whether a form comes from the browser's own page: with its key, and by no other site's doing. */
export const isOwnForm = (headers: Headers, browser: LinkBrowser | undefined, key: string | undefined): boolean => {
  const site = headers["sec-fetch-site"] ?? "same-origin";
  return browser !== undefined && key === formKey(browser) && site === "same-origin";
};
