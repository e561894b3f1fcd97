import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenOnLoopback } from "#infra/local/socket-input.ts";

const servers: Server[] = [];
const aServer = async (): Promise<number> => {
  const server = createServer((_, response) => void response.end("hello"));
  servers.push(server);
  return listenOnLoopback(server);
};
const blocked = expect.objectContaining({ reason: "blocked" });

beforeEach(() => void vi.resetModules());
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

it("what EGRESS_ALLOW opens to mail is closed to webhooks, and what WEB_ALLOW opens to webhooks is closed to mail", async () => {
  const [mailPort, webPort] = [await aServer(), await aServer()];
  vi.stubEnv("EGRESS_ALLOW", `127.0.0.1/32:${mailPort}`);
  vi.stubEnv("WEB_ALLOW", `127.0.0.1/32:${webPort}`);
  const [{ egress }, { postHttp }] = await Promise.all([
    import("#shared/platform/wiring/egress.ts"),
    import("#shared/platform/wiring/web.ts"),
  ]);
  const mail = async (port: number) => (await egress.openSocket({ host: "127.0.0.1", port, protocol: "SMTP" })).socket.destroy().destroyed;
  const web = async (port: number) => {
    const url = new URL(`http://127.0.0.1:${port}/`);
    return (await postHttp({ url, headers: {}, body: "", withinMs: 5_000, readMax: 99 })).body.toString();
  };

  expect(await mail(mailPort)).toBe(true);
  expect(await web(webPort)).toBe("hello");
  await expect(mail(webPort)).rejects.toEqual(blocked);
  await expect(web(mailPort)).rejects.toEqual(blocked);
});
