import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { listenOnLoopback, readSocket, type SocketInput } from "#infra/local/socket-input.ts";

/** A SOCKS5 (RFC 1928, 1929) and HTTP CONNECT (RFC 9110 9.3.6) proxy on one port, as a dedicated egress would be; it remembers what passed. */

/** A connection that a client asked for. */
export interface Passed {
  readonly kind: "socks5" | "connect";
  readonly user: string;
  readonly host: string;
  readonly port: number;
  readonly outcome: "connected" | "refused" | "wrong credentials";
}

export interface ProxyOptions {
  /** Without, nobody has to log in. */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Where connections go instead of where the client asked, so that a test can name any host. */
  readonly route?: (host: string, port: number) => { readonly host: string; readonly port: number };
}

const dial = async (host: string, port: number): Promise<Socket | undefined> => {
  const socket = connect(port, host);
  try {
    await once(socket, "connect");
    return socket;
  } catch {
    return undefined;
  }
};

const socksHost = async (input: SocketInput, type: number): Promise<string> => {
  if (type === 1) return [...((await input.take(4)) ?? [])].join(".");
  if (type === 4) return (await input.take(16))?.toString("hex").match(/..../g)?.join(":") ?? "";
  const length = (await input.take(1))?.[0] ?? 0;
  return (await input.take(length))?.toString("latin1") ?? "";
};

/** Starts the proxy on 127.0.0.1 at a free port. */
export const startSocksProxy = async ({ credentials, route }: ProxyOptions = {}) => {
  const passed: Passed[] = [];
  const sockets = new Set<Socket>();
  const isRight = (user: string, password: string) =>
    credentials === undefined || (user === credentials.user && password === credentials.password);

  /** Connects and tells the client by `answer`; then both sides only flow. */
  const tunnel = async (client: Socket, asked: Omit<Passed, "outcome">, answer: (connected: boolean) => void) => {
    const to = route?.(asked.host, asked.port) ?? asked;
    const target = await dial(to.host, to.port);
    passed.push({ ...asked, outcome: target === undefined ? "refused" : "connected" });
    answer(target !== undefined);
    if (target === undefined) return client.destroySoon();
    sockets.add(target);
    target.on("close", () => client.destroySoon()).on("error", () => client.destroy());
    client.on("close", () => target.destroySoon());
    client.removeAllListeners("readable").pipe(target).pipe(client);
    return undefined;
  };

  const socks5 = async (client: Socket, input: SocketInput) => {
    const [, count = 0] = (await input.take(2)) ?? [];
    const offered = (await input.take(count)) ?? Buffer.alloc(0);
    const method = credentials === undefined ? 0 : 2;
    if (!offered.includes(method)) return client.end(Buffer.of(5, 0xff));
    client.write(Buffer.of(5, method));
    let user = "";
    if (method === 2) {
      await input.take(1);
      user = (await input.take((await input.take(1))?.[0] ?? 0))?.toString("utf8") ?? "";
      const password = (await input.take((await input.take(1))?.[0] ?? 0))?.toString("utf8") ?? "";
      if (!isRight(user, password)) {
        passed.push({ kind: "socks5", user, host: "", port: 0, outcome: "wrong credentials" });
        return client.end(Buffer.of(1, 1));
      }
      client.write(Buffer.of(1, 0));
    }
    const [, command, , type = 0] = (await input.take(4)) ?? [];
    if (command !== 1) return client.end(Buffer.of(5, 7, 0, 1, 0, 0, 0, 0, 0, 0));
    const host = await socksHost(input, type);
    const port = (await input.take(2))?.readUInt16BE() ?? 0;
    return tunnel(client, { kind: "socks5", user, host, port }, (connected) =>
      client.write(Buffer.of(5, connected ? 0 : 5, 0, 1, 127, 0, 0, 1, 0, 0)),
    );
  };

  const httpConnect = async (client: Socket, input: SocketInput) => {
    const head = (await input.takeUntil("\r\n\r\n"))?.toString("latin1") ?? "";
    const [, host = "", port = "0"] = /^CONNECT \[?([^\s\]]+)\]?:(\d+) HTTP\/1\.1/.exec(head) ?? [];
    const basic = /^proxy-authorization: basic (\S+)/im.exec(head)?.[1] ?? "";
    const [user = "", password = ""] = Buffer.from(basic, "base64").toString("utf8").split(":");
    const asked = { kind: "connect", user, host, port: Number(port) } as const;
    if (host === "") return client.end("HTTP/1.1 405 Method Not Allowed\r\n\r\n");
    if (!isRight(user, password)) {
      passed.push({ ...asked, outcome: "wrong credentials" });
      return client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="egress"\r\n\r\n');
    }
    return tunnel(client, asked, (connected) => client.write(`HTTP/1.1 ${connected ? "200 Connected" : "502 Bad Gateway"}\r\n\r\n`));
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on("close", () => sockets.delete(client)).on("error", () => client.destroy());
    const input = readSocket(client);
    const serve = async () => {
      if (!(await input.some())) return;
      const first = await input.take(1);
      input.unshift(first?.toString("latin1") ?? "");
      await (first?.[0] === 5 ? socks5(client, input) : httpConnect(client, input));
    };
    serve().catch(() => client.destroy());
  });
  return {
    port: await listenOnLoopback(server),
    passed,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};
