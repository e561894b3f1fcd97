import { randomBytes, timingSafeEqual } from "node:crypto";

/** Where the link of the console leads, before its token. */
export const LINK_PATH = "/console/link/";

/** How long the link can be opened, ms. */
const VALID_MS = 10 * 60_000;

/** A link that signs in to the console of this laptop, without typing a key. No such link exists on AWS. */
export interface SignInLink {
  /** The link's path; from now on it opens a session of this key. */
  pathFor(apiKey: string): string;
  /** Opens the session: the Set-Cookie header, or undefined when the link is wrong, too old or was opened before. */
  open(path: string): Promise<string | undefined>;
}

/** Makes the link of one start. */
export const createSignInLink = (): SignInLink => {
  let valid: { readonly path: Buffer; readonly apiKey: string; readonly until: number } | undefined;
  return {
    pathFor: (apiKey) => {
      const path = `${LINK_PATH}${randomBytes(24).toString("base64url")}`;
      valid = { path: Buffer.from(path), apiKey, until: Date.now() + VALID_MS };
      return path;
    },
    open: async (path) => {
      const given = Buffer.from(path);
      if (valid?.path.length !== given.length || !timingSafeEqual(valid.path, given) || valid.until < Date.now()) return undefined;
      const { apiKey } = valid;
      valid = undefined;
      const { openSessionByKey, SESSION_SECONDS } = await import("#shared/accounts/auth/open-session.ts");
      const { sessionCookie } = await import("#shared/api/http/session-cookie.ts");
      const { apiKeys, rateLimits } = await import("#shared/accounts/wiring/stores.ts");
      const { users } = await import("#shared/accounts/wiring/stores.ts");
      const { log } = await import("#shared/platform/log.ts");
      const { clock, ids } = await import("#shared/platform/system.ts");
      const ports = { users, apiKeys, rateLimits, clock, ids, log };
      const token = await openSessionByKey(ports, { apiKey, sourceIp: "local" }, () => {});
      return sessionCookie({}, token, SESSION_SECONDS);
    },
  };
};
