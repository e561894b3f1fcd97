import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { loopbackPort, openBeyondLoopback } from "#infra/local/check-settings.ts";

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const serve = (answer: (server: Server) => void, host = "127.0.0.1", port = 0) =>
  new Promise<number>((done) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => void text(socket).then((said) => socket.end(`heard ${said}`)));
    stops.push(() => server.close());
    answer(server);
    server.listen(port, host, () => done((server.address() as AddressInfo).port));
  });
const ask = (host: string, port: number): Promise<string> => {
  const socket = connect({ host, port, allowHalfOpen: true });
  socket.end("hello");
  return text(socket).catch((error: NodeJS.ErrnoException) => error.code ?? "");
};

it("passes connections of another address on, and ends them", async () => {
  const port = await serve(() => undefined);
  expect(await ask("127.0.0.2", port)).toBe("ECONNREFUSED");

  const opened = await openBeyondLoopback("127.0.0.2", [port]);
  stops.push(() => opened.stop());
  expect(await ask("127.0.0.2", port)).toBe("heard hello");

  opened.stop();
  expect(await ask("127.0.0.2", port)).toBe("ECONNREFUSED");
});

it.each(["127.0.0.1", "::1"])("opens nothing for %s, where the servers are anyway", async (listen) => {
  const port = await serve(() => undefined);

  await expect(openBeyondLoopback(listen, [port])).resolves.toBeDefined();
});

const networks = Object.values(networkInterfaces()).flatMap((given = []) => given.filter((one) => !one.internal && one.family === "IPv4"));
it.runIf(networks.length > 0)("opens the addresses of this machine's networks for 0.0.0.0", async () => {
  const port = await serve(() => undefined);

  const opened = await openBeyondLoopback("0.0.0.0", [port]);
  stops.push(() => opened.stop());

  expect(await ask(networks[0]!.address, port)).toBe("heard hello");
});

it("says which address cannot be opened, and opens none", async () => {
  const port = await serve(() => undefined, "127.0.0.2");
  const free = await serve(() => undefined);

  await expect(openBeyondLoopback("127.0.0.2", [free, port])).rejects.toThrow(/--listen 127\.0\.0\.2: .*EADDRINUSE/);
  expect(await ask("127.0.0.2", free)).toBe("ECONNREFUSED");
});

it.each([
  ["mongodb://127.0.0.1:27017/test?replicaSet=rs0", [27_017]],
  ["mongodb://user:pass@localhost:27017/test", [27_017]],
  ["http://127.0.0.1:7001", [7001]],
  ["mongodb://mongo:27017/email", []],
  ["mongodb+srv://cluster.example.net/email", []],
])("knows the port of loopback in %s", (url, ports) => {
  expect(loopbackPort(url)).toEqual(ports);
});
