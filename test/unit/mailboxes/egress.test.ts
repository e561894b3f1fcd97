import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, test, vi } from "vitest";
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

describe("openSocket", () => {
  it("connects to the checked address and tells which one", async () => {
    const port = await listen((socket) => socket.end("220 ready\r\n"));
    const openSocket = createOpenSocket({ allowed: loopback, lookup: answering("127.0.0.1") });

    const { socket, address } = await openSocket({ host: "mail.example", port, protocol: "SMTP" });

    expect(address).toBe("127.0.0.1");
    expect(await firstData(socket)).toBe("220 ready\r\n");
  });

  test.each([
    ..."127.0.0.1 2130706433 0x7f000001 0177.0.0.1 127.1 0 ::1 ::ffff:127.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 169.254.169.254".split(
      " ",
    ),
    ..."fd00:ec2::254 100.100.100.200 10.0.0.1 localhost".split(" "),
    "①②⑦.⓪.⓪.①",
    "127.0.0.1\0.evil.com",
    "127.0.0.1%00",
    " 127.0.0.1",
  ])("refuses the host %j by the system's resolver", async (host) => {
    const openSocket = createOpenSocket({ allowed: [] });

    const error = await failure(openSocket({ host, port: 465, protocol: "SMTP" }));

    expect(error.reason).toBe("blocked");
  });

  it("refuses a name of which any address is blocked, without connecting to the others", async () => {
    const connections = vi.fn();
    const port = await listen(connections);
    const allowed = parseAllowList(`127.0.0.1/32:${port}`);

    for (const answer of [
      ["127.0.0.1", "10.0.0.1"],
      ["127.0.0.1", "::1"],
      ["127.0.0.1", "::ffff:127.0.0.1"],
    ]) {
      const error = await failure(
        createOpenSocket({ allowed, lookup: answering(...answer) })({ host: "mail.example", port, protocol: "SMTP" }),
      );
      expect(error.reason).toBe("blocked");
    }

    expect(connections).not.toHaveBeenCalled();
  });

  it("asks the resolver once for a connection and anew for the next, so a rebinding name is caught", async () => {
    const port = await listen((socket) => socket.end());
    const lookup = vi
      .fn<(host: string) => Promise<{ address: string; family: number }[]>>()
      .mockResolvedValueOnce([{ address: "127.0.0.1", family: 4 }])
      .mockResolvedValueOnce([{ address: "169.254.169.254", family: 4 }]);
    const openSocket = createOpenSocket({ allowed: loopback, lookup });
    const target = { host: "rebind.example", port, protocol: "SMTP" } as const;

    const first = await openSocket(target);
    const second = await failure(openSocket(target));

    expect(first.socket.remoteAddress).toBe("127.0.0.1");
    expect(second.reason).toBe("blocked");
    expect(lookup).toHaveBeenCalledTimes(2);
  });

  it("refuses a port that is not one of mail's, without asking for the name", async () => {
    const lookup = vi.fn(answering("8.8.8.8"));
    const error = await failure(createOpenSocket({ allowed: [], lookup })({ host: "mail.example", port: 443, protocol: "IMAP" }));

    expect(error.reason).toBe("blocked");
    expect(lookup).not.toHaveBeenCalled();
  });

  it("tries the next address when the first does not answer", async () => {
    const port = await listen((socket) => socket.end());
    const openSocket = createOpenSocket({ allowed: loopback, lookup: answering("127.0.0.2", "127.0.0.1") });

    const { address } = await openSocket({ host: "mail.example", port, protocol: "SMTP" });

    expect(address).toBe("127.0.0.1");
  });

  it("says the same for a refused port, a name that does not exist, no address and a lookup without end", async () => {
    const target = { host: "mail.example", port: 1, protocol: "IMAP" } as const;
    const lookups = [
      answering("127.0.0.1"),
      () => Promise.reject(new Error("ENOTFOUND")),
      answering(),
      () => new Promise<never>(() => undefined),
    ];

    const errors = await Promise.all(
      lookups.map((lookup) => failure(createOpenSocket({ allowed: loopback, lookup, timeoutMs: 200 })(target))),
    );

    expect(new Set(errors.map((error) => `${error.reason}: ${error.message}`))).toEqual(
      new Set(["unreachable: The IMAP server cannot be reached"]),
    );
  });
});

const SOCKS_HELLO = 3;

/** A SOCKS5 proxy that wants ann:pw and answers with the destination's greeting in the same packet as its own reply. */
const socksProxy = (asked: Buffer[]) => {
  return (socket: Socket) => {
    let step = 0;
    socket.on("data", (chunk) => {
      step += 1;
      if (step === 1) socket.write(Buffer.from(chunk.includes(2, SOCKS_HELLO - 1) ? [5, 2] : [5, 255]));
      if (step === 2) socket.write(Buffer.from([1, chunk.toString("latin1", 2) === "ann\x02pw" ? 0 : 1]));
      if (step === 3) {
        asked.push(chunk);
        socket.write(Buffer.concat([Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), Buffer.from("220 early\r\n")]));
      }
    });
  };
};

/** A SOCKS5 proxy that lets anyone in and answers every request with that reply (RFC 1928, 6). */
const socksRefusal = (reply: number) => (socket: Socket) => {
  const answers = [Buffer.from([5, 2]), Buffer.from([1, 0]), Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])];
  socket.on("data", () => socket.write(answers.shift() ?? ""));
};

const connectProxy = (asked: string[], answer: string) => {
  return (socket: Socket) =>
    socket.on("data", (chunk) => {
      asked.push(chunk.toString());
      socket.write(answer);
    });
};

describe("openSocket through a proxy", () => {
  const target = { host: "mail.example", port: 465, protocol: "SMTP" } as const;
  const openSocket = createOpenSocket({ allowed: [], lookup: answering("8.8.8.8"), timeoutMs: 1000 });
  const proxy = (protocol: EgressProxy["protocol"], port: number) => ({
    protocol,
    host: "127.0.0.1",
    port,
    username: "ann",
    password: "pw",
  });

  it("gives a SOCKS5 proxy the checked address, not the name, and loses no byte of an early greeting", async () => {
    const asked: Buffer[] = [];
    const port = await listen(socksProxy(asked));

    const { socket, address } = await openSocket({ ...target, proxy: proxy("socks5", port) });
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(address).toBe("8.8.8.8");
    expect(asked[0]?.toString("hex")).toBe("050100010808080801d1");
    expect(await firstData(socket)).toBe("220 early\r\n");
    socket.destroy();
  });

  it("looks up a proxy's name itself, and never lets the socket ask the system for it", async () => {
    const port = await listen(socksProxy([]));
    const names: string[] = [];
    const lookup = async (host: string) => {
      names.push(host);
      return [{ address: host === "proxy.invalid" ? "127.0.0.1" : "8.8.8.8", family: 4 }];
    };
    const open = createOpenSocket({ allowed: [], lookup, timeoutMs: 1000 });

    const { socket } = await open({ ...target, proxy: { ...proxy("socks5", port), host: "proxy.invalid" } });

    expect(names).toEqual(["mail.example", "proxy.invalid"]);
    socket.destroy();
  });

  it("gives an HTTP proxy the checked address and loses no byte of an early greeting", async () => {
    const asked: string[] = [];
    const port = await listen(connectProxy(asked, "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n220 early\r\n"));

    const { socket } = await openSocket({ ...target, proxy: proxy("http", port) });
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(asked.join("")).toBe("CONNECT 8.8.8.8:465 HTTP/1.1\r\nHost: 8.8.8.8:465\r\nProxy-Authorization: Basic YW5uOnB3\r\n\r\n");
    expect(await firstData(socket)).toBe("220 early\r\n");
    socket.destroy();
  });

  test.each<[string, EgressProxy["protocol"], (socket: Socket) => unknown]>([
    ["refuses", "http", connectProxy([], "HTTP/1.1 403 Forbidden\r\n\r\n")],
    ["talks without end", "http", connectProxy([], "x".repeat(9000))],
    ["hangs up", "http", (socket) => socket.end()],
    ["never answers", "http", () => undefined],
    ["refuses the login", "socks5", (socket) => socket.on("data", () => socket.write(Buffer.from([5, 255])))],
    ["never answers", "socks5", () => undefined],
  ])("blames the proxy that %s (%s)", async (_, protocol, behaviour) => {
    const port = await listen(behaviour);

    const error = await failure(openSocket({ ...target, proxy: proxy(protocol, port) }));

    expect(error.reason).toBe("egressProxy");
  });

  it("blames the proxy that nobody listens behind", async () => {
    const error = await failure(openSocket({ ...target, proxy: proxy("socks5", 1) }));

    expect(error.reason).toBe("egressProxy");
  });

  test.each<[string, EgressProxy["protocol"], (socket: Socket) => unknown]>([
    ["504 Gateway Timeout", "http", connectProxy([], "HTTP/1.1 504 Gateway Timeout\r\n\r\n")],
    ["502 Bad Gateway", "http", connectProxy([], "HTTP/1.1 502 Bad Gateway\r\n\r\n")],
    ...[3, 4, 5, 6].map((code) => [`SOCKS reply ${code}`, "socks5" as const, socksRefusal(code)] satisfies [string, "socks5", unknown]),
  ])("blames the server when the proxy says %s", async (_, protocol, behaviour) => {
    const port = await listen(behaviour);

    const error = await failure(openSocket({ ...target, proxy: proxy(protocol, port) }));

    expect(error.reason).toBe("unreachable");
  });

  it("refuses a blocked destination before it speaks to the proxy", async () => {
    const connections = vi.fn();
    const port = await listen(connections);

    const inside = createOpenSocket({ allowed: [], lookup: answering("10.0.0.1") });

    const error = await failure(inside({ ...target, proxy: proxy("socks5", port) }));

    expect(error.reason).toBe("blocked");
    expect(connections).not.toHaveBeenCalled();
  });
});
