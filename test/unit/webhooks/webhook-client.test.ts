import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { httpPosts } from "#shared/platform/egress/http-posts.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { webhookClient } from "#shared/webhooks/deliver-webhook.ts";
import { parseAllowList, WEB_PORTS } from "#shared/platform/egress/address-policy.ts";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`;
};
const clientOf = (allow: string) => {
  const openSocket = createOpenSocket({ allowed: parseAllowList(allow), ports: WEB_PORTS });
  const anyone = webhookClient(httpPosts({ openSocket, upgradeTls }));
  return (url: string, headers: Readonly<Record<string, string>>, body: string, withinMs = 10_000) =>
    anyone.post({ url, headers, body, withinMs });
};
const post = clientOf("127.0.0.1/32:*");

it("posts the body with its headers and keeps the first kilobyte of the answer", async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push([request.method, request.url, request.headers["webhook-id"], body]);
      response.end("x".repeat(200_000));
    });
  });

  const answer = await post(url, { "webhook-id": "e1" }, '{"a":"✓"}');

  expect(answer).toMatchObject({ ok: true, responseStatus: 200, response: "x".repeat(1024) });
  expect(seen).toEqual([["POST", "/hook?a=1", "e1", '{"a":"✓"}']]);
});

it.each([
  [429, "20", 20_000],
  [503, " 7 ", 7_000],
  [503, () => new Date(Date.now() + 60_000).toUTCString(), 60_000],
  [429, () => new Date(Date.now() - 60_000).toUTCString(), 0],
  [429, "999999999", 12 * 3_600_000],
  [429, "soon", undefined],
  [429, "-5", undefined],
  [500, undefined, undefined],
  [200, "20", undefined],
])("a %i with Retry-After %s asks for %s ms", async (status, after, ms) => {
  const value = typeof after === "function" ? after() : after;
  const url = await serve((_, response) => void response.writeHead(status, value === undefined ? {} : { "retry-after": value }).end());

  const { waitMs } = await post(url, {}, "{}");

  if (ms === undefined) expect(waitMs).toBeUndefined();
  else expect(Math.abs(waitMs! - ms)).toBeLessThan(5_000);
});

it("follows no redirect, and takes anything but 2xx for a failure", async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.writeHead(302, { location: "/elsewhere" }).end("moved");
  });

  expect(await post(url, {}, "{}")).toMatchObject({ ok: false, responseStatus: 302, response: "moved" });
  expect(asked).toBe(1);
});

it.each(["https://127.0.0.1/", "https://10.0.0.7/", "https://169.254.169.254/", "https://[::1]/", "https://localhost:8443/"])(
  "connects to no private address: %s",
  async (url) => {
    expect(await clientOf("")(url, {}, "{}")).toMatchObject({
      ok: false,
      response: "The HTTPS server's address or port is not allowed",
    });
  },
);

it("blames HTTP, not HTTPS, where it is plain HTTP that may not be reached", async () => {
  const { response } = await clientOf("")("http://localhost:3000/", {}, "{}");

  expect(response).toBe("The HTTP server's address or port is not allowed");
});

it("gives up on a server that does not answer", async () => {
  const url = await serve(() => undefined);

  expect(await post(url, {}, "{}", 200)).toMatchObject({ ok: false, response: "no answer within 0.2 s" });
});
