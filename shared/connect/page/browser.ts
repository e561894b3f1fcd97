import type { RateLimits, TokenBucket } from "#shared/accounts/auth/request-ports.ts";
import { networkOf } from "#shared/api/http/request-limits.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { type OutsideCalls, waitingOutside } from "#shared/api/http/outside.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import type { Operation } from "#shared/api/operation.ts";
import type { EndpointRequest } from "#shared/api/http/endpoint.ts";
import { hashOf, tokenPattern, type KeptStep, statusAt, type OpenLinks, type SeenLink } from "../connect-link.ts";
import { type Headers, connectedPage, expiredPage, noLinkPage, usedPage, type Scene, sceneOf } from "./page.ts";
import type { Users } from "#shared/accounts/auth/ports.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";

/**
 * The limits of attempts to connect by links, as fractions of an account's requests: per link 10 at once, then one a minute; per address 25, then two
 * a minute; per account 50, then one a second.
 */
const PARTS = { link: { burst: 5, rate: 600 }, address: { burst: 2, rate: 300 }, account: { burst: 1, rate: 10 } } as const;

/** The dependencies of the limits. */
export interface LimitPorts {
  readonly rateLimits: RateLimits;
  readonly accountBucket: () => TokenBucket;
  readonly outsideCalls: OutsideCalls;
}

/** Whether an attempt exceeds a limit of its link, the client's address or the account (S20 in SECURITY.md). */
const isBeyond = async ({ rateLimits, accountBucket }: LimitPorts, of: Readonly<Record<keyof typeof PARTS, string>>): Promise<boolean> => {
  const { burst, perSecond } = accountBucket();
  for (const [name, part] of Object.entries(PARTS)) {
    const bucket = { burst: Math.ceil(burst / part.burst), perSecond: perSecond / part.rate };
    if ((await rateLimits.take(`connect-${name}:${of[name as keyof typeof PARTS]}`, bucket)).wait > 0) return true;
  }
  return false;
};

/**
 * Runs work that calls servers of the owner's choice, within the rate limits and the account's slots for such calls; beyond them returns `limited`'s
 * answer.
 */
export const withinLimits = async <O extends Operation>(
  ports: LimitPorts,
  request: EndpointRequest<O>,
  link: { readonly id: string; readonly userId: string },
  work: () => Promise<RawAnswer>,
  limited: () => RawAnswer,
): Promise<RawAnswer> => {
  const { userId } = link;
  if (await isBeyond(ports, { link: link.id, address: networkOf(request.sourceIp), account: userId })) return limited();
  try {
    return (await waitingOutside<Operation>(ports.outsideCalls, work)({ ...request, userId })) as RawAnswer;
  } catch (error) {
    if (error instanceof Refusal && (error.reason === "tooManyRequests" || error.reason === "unavailable")) return limited();
    throw error;
  }
};

/** A browser that has opened a link. Its cookie has the link's token too, so that it finds its way back from a consent page. */
interface LinkBrowser {
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
 * The Set-Cookie header: no script can read the cookie, and other sites' forms do not send it; in a frame, which only the account's own pages may
 * contain, the browser keeps it only for that page (CHIPS).
 */
const browserCookie = (headers: Headers, linkId: string, { token, secret }: LinkBrowser): string => {
  const https = isHttps(headers);
  const site = https && isFramed(headers) ? "None; Partitioned" : "Lax";
  return `${cookieName(headers, linkId)}=${token}.${secret}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=${site}${https ? "; Secure" : ""}`;
};

/** The browser by its cookie for this link; undefined without a valid one. */
export const browserOf = (headers: Headers, cookies: readonly string[], linkId: string): LinkBrowser | undefined => {
  const start = `${cookieName(headers, linkId)}=`;
  const [token = "", secret = "", ...rest] =
    cookies
      .find((one) => one.startsWith(start))
      ?.slice(start.length)
      .split(".") ?? [];
  return rest.length === 0 && tokenPattern.test(token) && tokenPattern.test(secret) ? { token, secret } : undefined;
};

/** The key in the forms of this browser's page: derived from its secret, which it does not reveal. */
export const formKey = ({ secret }: LinkBrowser): string => hashOf(`form ${secret}`);

/** Whether a form was sent by the browser's own page: it has the page's key, and Sec-Fetch-Site names no other site. */
export const isOwnForm = (headers: Headers, browser: LinkBrowser | undefined, key: string | undefined): boolean => {
  const site = headers["sec-fetch-site"] ?? "same-origin";
  return browser !== undefined && key === formKey(browser) && site === "same-origin";
};

/** The dependencies of every page of a link. */
export interface VisitPorts {
  readonly openLinks: Pick<OpenLinks, "findByToken">;
  readonly users: Pick<Users, "find">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A browser at the page of a link that can be used. */
export interface Visit {
  readonly link: SeenLink;
  readonly scene: Scene;
  readonly browser: LinkBrowser;
  /** Whether the browser sent the link's cookie, so it has seen the page before. */
  readonly isKnown: boolean;
}

interface Request {
  readonly headers: Headers;
  readonly cookies: readonly string[];
}

const SECRET_BYTES = 32;

/** Finds the link of a token. Returns a page instead when there is no such link, its account is locked, or it is completed or expired. */
export const visit = async (ports: VisitPorts, { headers, cookies }: Request, token: string): Promise<Visit | RawAnswer> => {
  const link = tokenPattern.test(token) ? await ports.openLinks.findByToken(hashOf(token)) : undefined;
  const user = link && (await ports.users.find(link.userId));
  if (!link || !user || user.lockedAt) return noLinkPage(sceneOf(headers, undefined, undefined));
  const known = browserOf(headers, cookies, link.id);
  const isKnown = known?.token === token;
  const browser = isKnown ? known : { token, secret: ports.ids.random(SECRET_BYTES) };
  const status = statusAt(link, ports.clock.now());
  if (status === "open") return { link, browser, isKnown, scene: sceneOf(headers, link, user, browserCookie(headers, link.id, browser)) };
  // Only the browser that completed the link learns which mailbox it was.
  const isOwner = isKnown && link.completedBy === hashOf(browser.secret);
  const scene = sceneOf(headers, isOwner ? link : { ...link, email: "" }, user);
  return status === "expired" ? expiredPage(scene) : isOwner ? connectedPage(scene, link) : usedPage(scene);
};

/** The next step of this browser's page; undefined for a browser that has not reached one. */
export const stepOf = ({ link: { step }, browser }: Visit, now: Date): KeptStep | undefined =>
  step?.browser === hashOf(browser.secret) && step.until > now ? step : undefined;

/** Whether `visit` returned a page instead of a visit. */
export const isAnswer = (visited: Visit | RawAnswer): visited is RawAnswer => "body" in visited;
