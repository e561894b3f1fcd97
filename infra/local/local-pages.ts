import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { GatewayOptions } from "./gateway.ts";
import { serveSandbox } from "./sandbox/pages/serve-pages.ts";
import { LINK_PATH, type SignInLink } from "./sign-in-link.ts";
import type { Sandbox } from "./sandbox/start-sandbox.ts";

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
