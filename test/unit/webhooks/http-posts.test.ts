import { once } from "node:events";
import { type AddressInfo, connect, createServer, Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { httpCalls, httpPosts } from "#shared/platform/egress/http-posts.ts";
import { OutOfTime } from "#shared/platform/egress/egress.ts";

const stops: (() => unknown)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A server that does this with each connection; `closed` settles when the client has closed one. */
const serve = async (speak: (socket: Socket) => void) => {
  const closed = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket
      .on("error", () => undefined)
      .on("close", () => closed.resolve())
      .resume();
    speak(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), closed: closed.promise };
};
const openSocket = async ({ port }: { readonly port: number }) => {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  return { socket, address: "127.0.0.1" };
};
const upgradeTls = () => Promise.reject(new Error("no TLS here"));
const post = httpPosts({ openSocket, upgradeTls });
const what = { headers: {}, body: "{}", readMax: 1024 };
/** Longer than a test lasts: what ends before does not end by the deadline. */
const LONG_MS = 600_000;

/** Writes without end, as fast as it is read. */
const flood = (socket: Socket, piece: string) => {
  const go = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", go);
  go();
};

it("settles at once when a server changes the protocol, and closes the connection", async () => {
  const { url, closed } = await serve((socket) => socket.write("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));

  expect(await post({ ...what, url, withinMs: LONG_MS })).toMatchObject({ status: 101, body: Buffer.alloc(0) });
  await closed;
});

it("stops reading an endless answer when it has what is kept, and closes the connection", async () => {
  const { url, closed } = await serve((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    flood(socket, "x".repeat(65_536));
  });

  const { status, body } = await post({ ...what, url, withinMs: LONG_MS });

  expect([status, body.length]).toEqual([200, 1024]);
  await closed;
});

it("needs no octet beyond what is kept: a server that says no more keeps nobody waiting", async () => {
  const { url, closed } = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\n${"x".repeat(1024)}`));

  expect(await post({ ...what, url, withinMs: LONG_MS })).toMatchObject({ status: 200, body: Buffer.from("x".repeat(1024)) });
  await closed;
});

it.each<[string, (socket: Socket) => void]>([
  ["endless headers", (socket) => flood(socket, "HTTP/1.1 200 OK\r\n" + `x-${"y".repeat(1000)}: z\r\n`.repeat(40))],
  ["endless answers before the answer", (socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\n\r\n")],
  ["a connection that is closed without an answer", (socket) => socket.end()],
  ["half an answer", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx")],
  ["what is no HTTP", (socket) => socket.write("220 mail.example.com ESMTP\r\n")],
])("fails before its time is over on %s, and closes the connection", async (_, speak) => {
  const { url, closed } = await serve(speak);

  await expect(post({ ...what, url, withinMs: LONG_MS })).rejects.not.toBeInstanceOf(OutOfTime);
  await closed;
});

it.each<[string, (socket: Socket) => void]>([
  ["says nothing", () => undefined],
  [
    "drips its headers",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      setInterval(() => socket.write("x"), 5).unref();
    },
  ],
  [
    "drips its answer",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      setInterval(() => socket.write("x"), 5).unref();
    },
  ],
  ["says 100 and no more", (socket) => socket.write("HTTP/1.1 100 Continue\r\n\r\n")],
  ["promises more than it says", (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx")],
])("is out of time, and closes the connection, when a server %s", async (_, speak) => {
  const { url, closed } = await serve(speak);

  await expect(post({ ...what, url, withinMs: 100 })).rejects.toBeInstanceOf(OutOfTime);
  await closed;
});

it.each(["http", "https"])("closes a connection that opens after the end of its time, and posts nothing: %s", async (protocol) => {
  let heard = "";
  const { url, closed } = await serve((socket) => socket.on("data", (data) => (heard += data.toString())));
  const late = Promise.withResolvers<void>();
  /** The connection, whose owner learns of it too late. */
  const openLate = async () => {
    const opened = await openSocket({ port: Number(url.port) });
    await late.promise;
    return opened;
  };
  const open = httpPosts({
    openSocket: protocol === "http" ? openLate : async () => ({ socket: new Socket(), address: "" }),
    upgradeTls: async () => (await openLate()).socket as never,
  });

  await expect(open({ ...what, url: new URL(`${protocol}://x.test/`), withinMs: 50 })).rejects.toBeInstanceOf(OutOfTime);
  late.resolve();
  await closed;

  expect(heard).toBe("");
});

it("gives a whole answer that comes with the connection's end", async () => {
  const { url } = await serve((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));

  expect(await post({ ...what, url, withinMs: LONG_MS })).toMatchObject({ status: 204, body: Buffer.alloc(0) });
});

it.each([
  ["POST", "{}", "content-length: 2"],
  ["POST", "", "content-length: 0"],
  ["GET", "", undefined],
] as const)("a %s of %j tells %s", async (method, body, told) => {
  const heard: string[] = [];
  const { url } = await serve((socket) =>
    socket.on("data", (chunk) => {
      heard.push(chunk.toString());
      socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    }),
  );

  await httpCalls({ openSocket, upgradeTls })({ ...what, method, body, url, withinMs: LONG_MS });

  expect(/content-length: \d+/i.exec(heard[0]!)?.[0].toLowerCase()).toBe(told);
});
