import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { SocksClient } from "socks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { startSocksProxy } from "#test/support/socks-proxy.ts";

const echo = createServer((socket) => socket.on("error", () => {}).pipe(socket));
let port = 0;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  port = await listenOnLoopback(echo);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => {
  echo.close();
});

const socksProxy = async (...options: Parameters<typeof startSocksProxy>) => {
  const proxy = await startSocksProxy(...options);
  stops.push(() => proxy.stop());
  return proxy;
};
const cuttingProxy = async (...[initial]: Parameters<typeof startCuttingProxy> extends [unknown, ...infer Rest] ? Rest : never) => {
  const proxy = await startCuttingProxy({ host: "127.0.0.1", port }, initial);
  stops.push(() => proxy.stop());
  return proxy;
};
const roundTrip = async (socket: Socket, text = "hello") => {
  socket.write(text);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return answer.toString();
};
const throughSocks = async (proxyPort: number, to: { host: string; port: number }, login = {}) => {
  const proxy = { host: "127.0.0.1", port: proxyPort, type: 5 as const, ...login };
  const { socket } = await SocksClient.createConnection({ proxy, command: "connect", destination: to });
  return socket;
};
const throughConnect = async (proxyPort: number, host: string, authorization = "") => {
  const socket = connect(proxyPort, "127.0.0.1");
  socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  return { socket, status: answer.toString().split("\r\n")[0] };
};

test("passes a SOCKS5 connection and remembers the host as it was asked for", async () => {
  const proxy = await socksProxy({ route: () => ({ host: "127.0.0.1", port }) });

  const socket = await throughSocks(proxy.port, { host: "mail.example.org", port: 587 });
  const answer = await roundTrip(socket);

  expect(answer).toBe("hello");
  expect(proxy.passed).toEqual([{ kind: "socks5", user: "", host: "mail.example.org", port: 587, outcome: "connected" }]);
});

test("asks for user and password by SOCKS5 and by CONNECT, and refuses wrong ones", async () => {
  const proxy = await socksProxy({ credentials: { user: "egress", password: "secret" } });
  const basic = (text: string) => `Proxy-Authorization: Basic ${Buffer.from(text).toString("base64")}\r\n`;

  const right = await throughSocks(proxy.port, { host: "127.0.0.1", port }, { userId: "egress", password: "secret" });
  const wrong = await throughSocks(proxy.port, { host: "127.0.0.1", port }, { userId: "egress", password: "no" }).catch(() => "refused");
  const connected = await throughConnect(proxy.port, "127.0.0.1", basic("egress:secret"));
  const unauthorised = await throughConnect(proxy.port, "127.0.0.1");

  expect(await roundTrip(right)).toBe("hello");
  expect(wrong).toBe("refused");
  expect(connected.status).toBe("HTTP/1.1 200 Connected");
  expect(await roundTrip(connected.socket)).toBe("hello");
  expect(unauthorised.status).toBe("HTTP/1.1 407 Proxy Authentication Required");
  expect(proxy.passed.map(({ outcome }) => outcome)).toEqual(["connected", "wrong credentials", "connected", "wrong credentials"]);
});

test("says that the target refused", async () => {
  const proxy = await socksProxy({ route: () => ({ host: "127.0.0.1", port: 1 }) });

  const socks = await throughSocks(proxy.port, { host: "127.0.0.1", port }).catch((error: Error) => error.message);
  const { status } = await throughConnect(proxy.port, "127.0.0.1");

  expect(socks).toMatch(/ConnectionRefused/);
  expect(status).toBe("HTTP/1.1 502 Bad Gateway");
});

test("delays both directions", async () => {
  const proxy = await cuttingProxy({ delayMs: 50 });
  const before = performance.now();

  const answer = await roundTrip(connect(proxy.port, "127.0.0.1"));

  expect(answer).toBe("hello");
  expect(performance.now() - before).toBeGreaterThan(99);
  expect(proxy.connections()).toBe(1);
});

test("lets through only so many bytes a second, in order", async () => {
  const proxy = await cuttingProxy({ bytesPerSecond: 100_000 });
  const text = Array.from({ length: 2000 }, (_, index) => String(index).padStart(5, "0")).join("");
  const socket = connect(proxy.port, "127.0.0.1");
  const before = performance.now();
  let answer = "";

  socket.end(text);
  for await (const piece of socket) answer += String(piece);

  expect(answer).toBe(text);
  expect(performance.now() - before).toBeGreaterThan(190);
});

test.each(["fin", "reset"] as const)("cuts by %s after so many bytes from the server", async (cutBy) => {
  const proxy = await cuttingProxy({ cutAfterBytes: 4, cutBy });
  const socket = connect(proxy.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => (answer += String(piece)));

  socket.write("abcdefgh");
  const ended = await Promise.race([
    once(socket, "end").then(() => "fin"),
    new Promise((done) => socket.once("error", () => done("reset"))),
  ]);
  socket.destroy();

  expect([answer, ended]).toEqual(["abcd", cutBy]);
});

test("cuts the connections that are open, and lets new ones through", async () => {
  const proxy = await cuttingProxy();
  const socket = connect(proxy.port, "127.0.0.1");
  await once(socket, "connect");
  await expect.poll(() => proxy.connections()).toBe(1);

  const closed = new Promise((done) => socket.once("error", done));
  proxy.cut();
  await closed;

  expect(await roundTrip(connect(proxy.port, "127.0.0.1"))).toBe("hello");
});
