import type { Users } from "../../domain/auth/ports.ts";
import { hashOf, type KeptStep, statusAt, tokenPattern } from "../../domain/connect-links/connect-link.ts";
import type { OpenLinks, SeenLink } from "../../domain/connect-links/ports.ts";
import type { Clock, Ids } from "../../domain/ports.ts";
import type { RawAnswer } from "../answer.ts";
import { browserCookie, browserOf, type LinkBrowser } from "./browser.ts";
import { connectedPage, expiredPage, noLinkPage, usedPage } from "./endings.ts";
import { type Headers, type Scene, sceneOf } from "./page.ts";

/** The ports of every page of a link. */
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
  /** Whether the browser has brought its cookie, so that it has seen the page before. */
  readonly isKnown: boolean;
}

interface Request {
  readonly headers: Headers;
  readonly cookies: readonly string[];
}

const SECRET_BYTES = 32;

/** Finds the link of a token; the answer instead when there is none, its account is locked, it is used, or its time is over. */
export const visit = async (ports: VisitPorts, { headers, cookies }: Request, token: string): Promise<Visit | RawAnswer> => {
  const link = tokenPattern.test(token) ? await ports.openLinks.findByToken(hashOf(token)) : undefined;
  const user = link && (await ports.users.find(link.userId));
  if (!link || !user || user.lockedAt) return noLinkPage(sceneOf(headers, undefined, undefined));
  const known = browserOf(headers, cookies, link.id);
  const isKnown = known?.token === token;
  const browser = isKnown ? known : { token, secret: ports.ids.random(SECRET_BYTES) };
  const status = statusAt(link, ports.clock.now());
  if (status === "open") return { link, browser, isKnown, scene: sceneOf(headers, link, user, browserCookie(headers, link.id, browser)) };
  // Nobody but the browser that completed it learns of which mailbox it was.
  const isOwner = isKnown && link.completedBy === hashOf(browser.secret);
  const scene = sceneOf(headers, isOwner ? link : { ...link, email: "" }, user);
  return status === "expired" ? expiredPage(scene) : isOwner ? connectedPage(scene, link) : usedPage(scene);
};

/** What this browser's page shows next, if it was here before; undefined for any other browser. */
export const stepOf = ({ link: { step }, browser }: Visit, now: Date): KeptStep | undefined =>
  step?.browser === hashOf(browser.secret) && step.until > now ? step : undefined;

/** Whether there is a page to show already. */
export const isAnswer = (visited: Visit | RawAnswer): visited is RawAnswer => "body" in visited;
