import { randomBytes, timingSafeEqual } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { GatewayOptions } from "./gateway.ts";
import { serveSandbox } from "./sandbox/pages/serve-pages.ts";
import type { Sandbox } from "./sandbox/start-sandbox.ts";

/** Where the link of the console leads, before its token. */
const LINK_PATH = "/console/link/";

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
      const { openSessionByKey, SESSION_SECONDS } = await import("#shared/accounts/auth/log-in.ts");
      const { sessionCookie } = await import("#shared/api/http/authenticate.ts");
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

const isConsolePage = (path: string): boolean =>
  (path === "/console" || path.startsWith("/console/")) && path !== "/console/session" && !path.startsWith("/console/assets/");

/** The longest time that the database has for a sign of life, ms. */
const PING_MS = 2_000;

/** Whether requests can be answered: everything has started, and the database answers. */
const isServing = async (isReady: Promise<Sandbox>): Promise<boolean> => {
  const answers = isReady.then(async () => {
    const { connectLive } = await import("#shared/platform/wiring/database.ts");
    await (await connectLive()).raw.command({ ping: 1 });
    return true;
  });
  return Promise.race([answers.catch(() => false), sleep(PING_MS, false, { ref: false })]);
};

/** `/healthz`: the process answers; `/readyz`: it can answer requests, else 503. For whoever restarts or routes to it (Kubernetes, "Probes"). */
const answerProbe = async (path: string, isReady: Promise<Sandbox>, response: ServerResponse): Promise<void> => {
  const isGood = path === "/healthz" || (await isServing(isReady));
  response
    .writeHead(isGood ? 200 : 503, { "content-type": "text/plain", "cache-control": "no-store" })
    .end(isGood ? "ok\n" : "not ready\n");
};

/**
 * The pages of the local system: `/` redirects to the documentation, and `/sandbox` shows the sandbox's mail. The console is built into `consoleDir`
 * when its page is requested and its source has changed, so that a reload shows the change. `link` is the sign-in link, which works once.
 */
export const localPages =
  (isReady: Promise<Sandbox>, consoleDir: string, link: Pick<SignInLink, "open">): NonNullable<GatewayOptions["pages"]> =>
  async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (path === "/" && request.method === "GET") {
      response.writeHead(302, { location: "/docs", "cache-control": "no-store" }).end();
      return true;
    }
    if (path === "/healthz" || path === "/readyz") {
      await answerProbe(path, isReady, response);
      return true;
    }
    if (path.startsWith(LINK_PATH) && request.method === "GET") {
      const cookie = await link.open(path);
      const location = cookie === undefined ? "/console/sign-in" : "/console";
      response.writeHead(302, { location, "cache-control": "no-store", ...(cookie !== undefined && { "set-cookie": cookie }) }).end();
      return true;
    }
    if (isConsolePage(path)) {
      const { keepConsole } = await import("../console/build.ts");
      await keepConsole(consoleDir);
      return false;
    }
    if (path !== "/sandbox" && !path.startsWith("/sandbox/")) return false;
    await serveSandbox(await isReady, request, response);
    return true;
  };
