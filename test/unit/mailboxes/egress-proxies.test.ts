// What is said to a proxy and what it may answer, and what becomes of an opened socket, one guard at a time.
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";

const loopback = parseAllowList("127.0.0.0/8:*");
const answering = (...addresses: string[]) =>
  vi.fn(async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listen = async (onConnection: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => onConnection(socket.on("error", () => undefined)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

const failure = async (work: Promise<unknown>): Promise<MailFailure> => {
  const error = await work.then(
    () => new Error("connected"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailFailure)) throw error;
  return error;
};

const firstData = (socket: Socket) => new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(chunk.toString())));

const connectProxy = (asked: string[], answer: string) => {
  return (socket: Socket) =>
    socket.on("data", (chunk) => {
      asked.push(chunk.toString());
      socket.write(answer);
    });
};

describe("an opened socket", () => {
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it("lives on when the time for connecting is over, and one that did not connect in time is closed", async () => {
    const port = await listen((socket) => socket.on("data", (chunk) => socket.write(chunk)));
    const open = createOpenSocket({ allowed: loopback, lookup: answering("127.0.0.1"), timeoutMs: 60 });
    const { socket } = await open({ host: "mail.example", port, protocol: "SMTP" });
    await later(120);

    expect(socket.destroyed).toBe(false);
    socket.write("still here");
    expect(await firstData(socket)).toBe("still here");
    socket.destroy();
  });

  it("that breaks later ends no process", async () => {
    const port = await listen((socket) => void setTimeout(() => socket.resetAndDestroy(), 10));
    const { socket } = await createOpenSocket({ allowed: loopback, lookup: answering("127.0.0.1") })({
      host: "mail.example",
      port,
      protocol: "SMTP",
    });
    await later(60);
    expect(socket.destroyed).toBe(true);
  });

  it("sends small packets at once, and is opened at one of four addresses at most, in their order", async () => {
    const port = await listen((socket) => socket.end());
    const open = (...addresses: string[]) =>
      createOpenSocket({ allowed: loopback, lookup: answering(...addresses) })({ host: "mail.example", port, protocol: "SMTP" });
    const refusing = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];

    expect((await open(...refusing.slice(1), "127.0.0.1")).address).toBe("127.0.0.1");
    expect((await failure(open(...refusing, "127.0.0.1"))).reason).toBe("unreachable");
  });

  it("divides its time among the addresses, so that one that hangs leaves some for the next", async () => {
    const port = await listen((socket) => socket.end());
    // A proxy that never answers stands for an address that hangs.
    const hangs = await listen(() => undefined);
    const began = performance.now();
    const target = { host: "mail.example", port, protocol: "SMTP" } as const;
    const proxy = { protocol: "socks5", host: "127.0.0.1", port: hangs } as const;
    const open = createOpenSocket({ allowed: loopback, lookup: answering("127.0.0.1", "127.0.0.2"), timeoutMs: 400 });
    expect((await failure(open({ ...target, proxy }))).reason).toBe("egressProxy");
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe("what is said to a proxy, and what it may answer", () => {
  const socks = (answers: readonly Buffer[], asked: Buffer[] = []) => {
    const left = [...answers];
    return (socket: Socket) =>
      socket.on("data", (chunk) => {
        asked.push(chunk);
        socket.write(left.shift() ?? "");
      });
  };
  const open = (port: number, proxy: Partial<EgressProxy>, address = "8.8.8.8") =>
    createOpenSocket({ allowed: [], lookup: answering(address), timeoutMs: 1_000 })({
      host: "mail.example",
      port: 465,
      protocol: "SMTP",
      proxy: { protocol: "socks5", host: "127.0.0.1", port, ...proxy },
    });
  const LET_IN = [Buffer.from([5, 0])];
  const answer = (type: number, bound: readonly number[]) =>
    Buffer.concat([Buffer.from([5, 0, 0, type, ...bound, 0, 0]), Buffer.from("220 early")]);

  it("SOCKS5 without a login offers none, and takes an address of 16 octets as it is", async () => {
    const asked: Buffer[] = [];
    const port = await listen(socks([...LET_IN, answer(1, [0, 0, 0, 0])], asked));
    const { socket } = await open(port, {}, "2001:4860:4860::8888");

    expect(asked[0]).toEqual(Buffer.from([5, 1, 0]));
    expect(asked[1]).toEqual(Buffer.from([5, 1, 0, 4, 0x20, 0x01, 0x48, 0x60, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0x88, 0x88, 1, 0xd1]));
    expect(await firstData(socket)).toBe("220 early");
    socket.destroy();
  });

  it("SOCKS5 with a login says user and password with their lengths in octets", async () => {
    const asked: Buffer[] = [];
    const port = await listen(socks([Buffer.from([5, 2]), Buffer.from([1, 0]), answer(1, [0, 0, 0, 0])], asked));
    (await open(port, { username: "Jürgen", password: "p" })).socket.destroy();

    expect(asked[0]).toEqual(Buffer.from([5, 1, 2]));
    expect(asked[1]).toEqual(Buffer.concat([Buffer.from([1, 7]), Buffer.from("Jürgen"), Buffer.from([1]), Buffer.from("p")]));
    const without: Buffer[] = [];
    const other = await listen(socks([Buffer.from([5, 2]), Buffer.from([1, 0]), answer(1, [0, 0, 0, 0])], without));
    (await open(other, { username: "u" })).socket.destroy();
    expect(without[1]).toEqual(Buffer.from([1, 1, 117, 0]));
  });

  it.each([
    ["an IPv4 address", 1, [1, 2, 3, 4]],
    ["an IPv6 address", 4, Array.from({ length: 16 }, () => 9)],
    ["a name", 3, [3, 97, 98, 99]],
    ["an empty name", 3, [0]],
  ])("SOCKS5 may be bound to %s: no octet of the greeting after it is lost", async (_, type, bound) => {
    const port = await listen(socks([...LET_IN, answer(type, bound)]));
    const { socket } = await open(port, {});
    expect(await firstData(socket)).toBe("220 early");
    socket.destroy();
  });

  it.each([
    ["an unknown kind of address", [Buffer.from([5, 0]), answer(2, [0, 0, 0, 0])], "egressProxy"],
    ["another version", [Buffer.from([4, 0])], "egressProxy"],
    ["another version in the end", [Buffer.from([5, 0]), Buffer.from([4, 0, 0, 1, 0, 0, 0, 0, 0, 0])], "egressProxy"],
    ["a method that was not offered", [Buffer.from([5, 2])], "egressProxy"],
    ["a general failure", [Buffer.from([5, 0]), Buffer.from([5, 1, 0, 1, 0, 0, 0, 0, 0, 0])], "egressProxy"],
    ["that it may not", [Buffer.from([5, 0]), Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0])], "egressProxy"],
    ["an unknown command", [Buffer.from([5, 0]), Buffer.from([5, 7, 0, 1, 0, 0, 0, 0, 0, 0])], "egressProxy"],
    ["that the host is unreachable", [Buffer.from([5, 0]), Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0])], "unreachable"],
  ])("SOCKS5 that answers with %s is to blame, or the server", async (_, answers, reason) => {
    expect((await failure(open(await listen(socks(answers)), {}))).reason).toBe(reason);
  });

  it("SOCKS5 that refuses the password is to blame", async () => {
    const port = await listen(socks([Buffer.from([5, 2]), Buffer.from([1, 1])]));
    expect((await failure(open(port, { username: "u", password: "p" }))).reason).toBe("egressProxy");
  });

  it("an HTTP proxy is asked without credentials where it has none, and for an IPv6 address in brackets", async () => {
    const asked: string[] = [];
    const port = await listen(connectProxy(asked, "HTTP/1.0 204 Fine\r\n\r\n220 early"));
    const { socket } = await open(port, { protocol: "http" }, "2001:4860:4860::8888");

    expect(asked.join("")).toBe("CONNECT [2001:4860:4860::8888]:465 HTTP/1.1\r\nHost: [2001:4860:4860::8888]:465\r\n\r\n");
    expect(await firstData(socket)).toBe("220 early");
    socket.destroy();
  });

  it.each([
    ["HTTP/1.1 200 OK", "connected"],
    ["HTTP/1.1 299 OK", "connected"],
    ["HTTP/1.1 407 Proxy Authentication Required", "egressProxy"],
    ["HTTP/1.1 500 Broken", "egressProxy"],
    ["HTTP/1.1 503 Busy", "egressProxy"],
    ["HTTP/1.1 2000 Odd", "egressProxy"],
    ["HTTP/2 200 OK", "egressProxy"],
    ["HTTP/1.1 504 Late", "unreachable"],
    ["HTTP/1.0 502 Bad", "unreachable"],
  ])("an HTTP proxy that answers %j means: %s", async (line, meant) => {
    const port = await listen(connectProxy([], `${line}\r\nVia: x\r\n\r\n`));
    const opened = open(port, { protocol: "http" });
    if (meant === "connected") (await opened).socket.destroy();
    else expect((await failure(opened)).reason).toBe(meant);
  });

  it("a proxy that refuses is let go: its connection is closed", async () => {
    const closed = Promise.withResolvers<string>();
    const port = await listen((socket) => {
      socket.on("data", () => socket.write(Buffer.from([5, 255])));
      socket.on("close", () => closed.resolve("closed"));
    });
    await failure(open(port, {}));
    expect(await closed.promise).toBe("closed");
  });

  it("an HTTP proxy may answer with a header of 8,192 octets, and no more", async () => {
    const head = (octets: number) => `HTTP/1.1 200 OK\r\nX: ${"x".repeat(octets - 24)}\r\n\r\n`;
    expect(head(8_192)).toHaveLength(8_192);
    (await open(await listen(connectProxy([], head(8_192))), { protocol: "http" })).socket.destroy();
    expect((await failure(open(await listen(connectProxy([], head(8_193))), { protocol: "http" }))).reason).toBe("egressProxy");
  });

  it("a proxy whose name has no address is to blame", async () => {
    const lookup = async (host: string) => (host === "proxy.invalid" ? [] : [{ address: "8.8.8.8", family: 4 }]);
    const opened = createOpenSocket({ allowed: [], lookup, timeoutMs: 300 })({
      host: "mail.example",
      port: 465,
      protocol: "SMTP",
      proxy: { protocol: "socks5", host: "proxy.invalid", port: 1 },
    });
    expect((await failure(opened)).reason).toBe("egressProxy");
  });
});
