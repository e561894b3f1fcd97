import * as z from "zod/mini";
import { described } from "./described.ts";
import { atMost, lineOfText } from "./fields.ts";

const URL_MAX = 2048;
/** A host as a policy header may name it: nothing in it can end a directive (CSP Level 3, 2.2.1). */
const HOST = /^[a-z0-9.-]+$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)$/;

/** An https URL without credentials and fragment; on a laptop also http of the machine itself, where `loopback` says so. */
const isWebUrl = (text: string, loopback: boolean): boolean => {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "" || text.includes("#") || !HOST.test(url.hostname)) return false;
  return url.protocol === "https:" || (loopback && url.protocol === "http:" && LOOPBACK.test(url.hostname));
};

const REDIRECT = "must be an https URL without credentials and fragment; on a laptop also http://localhost at any port";
const LOGO = "must be an https URL without credentials and fragment, or empty";
const ORIGIN = "must be an origin such as https://app.example.com; on a laptop also http://localhost at any port";

/** Where the browser goes from the page of a connect link. */
export const connectRedirect = z.string().check(
  atMost(URL_MAX),
  z.refine((text) => isWebUrl(text, true), REDIRECT),
  z.meta({ format: "uri" }),
);
const logo = z.string().check(
  atMost(URL_MAX),
  z.refine((text) => text === "" || isWebUrl(text, false), LOGO),
);
const origin = z.string().check(
  atMost(300, ORIGIN),
  z.refine((text) => isWebUrl(text, true) && URL.parse(text)?.origin === text, ORIGIN),
);
const upTo = <S extends z.ZodMiniType>(most: number, each: S) =>
  z.array(each).check(z.maxLength(most, `must have at most ${most} entries`));

const NAME = "What the page of your connect links calls your product; the account's name by default.";
const LOGO_SAID = 'The https URL of the logo on that page; "" for none.';
const REDIRECTS = "The URLs to which that page may lead back, each compared as a whole; up to 20.";
const ORIGINS = "The origins of your pages that may show it in a frame; up to 20, none by default.";

/** The settings of the page of connect links, in an account's record. */
export const connectSettingsOut = {
  connect_name: described(z.string(), NAME),
  connect_logo_url: described(z.string(), LOGO_SAID),
  connect_redirect_uris: described(z.array(z.string()), REDIRECTS),
  connect_frame_origins: described(z.array(z.string()), ORIGINS),
};

/** The same, to change. */
export const connectSettings = {
  connect_name: described(z.optional(lineOfText(100).check(z.minLength(1, "must not be empty"))), NAME),
  connect_logo_url: described(z.optional(logo), LOGO_SAID),
  connect_redirect_uris: described(z.optional(upTo(20, connectRedirect)), REDIRECTS),
  connect_frame_origins: described(z.optional(upTo(20, origin)), ORIGINS),
};
