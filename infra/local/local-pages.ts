import type { GatewayOptions } from "./gateway.ts";
import { serveSandbox } from "./sandbox/pages/serve-pages.ts";
import { LINK_PATH, type SignInLink } from "./sign-in-link.ts";
import type { Sandbox } from "./sandbox/start-sandbox.ts";

const isConsolePage = (path: string): boolean =>
  (path === "/console" || path.startsWith("/console/")) && path !== "/console/session" && !path.startsWith("/console/assets/");

/**
 * The pages of the local system: `/` redirects to the documentation, `/sandbox` shows the sandbox's mail; the console is built into `consoleDir` when
 * its page is asked for and its source has changed, so that a reload shows it. `link` opens a session once.
 */
export const localPages =
  (isReady: Promise<Sandbox>, consoleDir: string, link: Pick<SignInLink, "open">): NonNullable<GatewayOptions["pages"]> =>
  async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (path === "/" && request.method === "GET") {
      response.writeHead(302, { location: "/docs", "cache-control": "no-store" }).end();
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
