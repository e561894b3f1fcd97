import type { GatewayOptions } from "./gateway.ts";
import { serveSandbox } from "./sandbox/pages/serve-pages.ts";
import type { Sandbox } from "./sandbox/start-sandbox.ts";

/** The pages of the local system alone: `/` leads to the documentation, `/sandbox` shows the sandbox's mail. */
export const localPages =
  (isReady: Promise<Sandbox>): NonNullable<GatewayOptions["pages"]> =>
  async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (path === "/" && request.method === "GET") {
      response.writeHead(302, { location: "/docs", "cache-control": "no-store" }).end();
      return true;
    }
    if (path !== "/sandbox" && !path.startsWith("/sandbox/")) return false;
    await serveSandbox(await isReady, request, response);
    return true;
  };
