import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates, type TlsOptions } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAuthority } from "#infra/local/certificates.ts";
import { createUpgradeTls, upgradeTls } from "#shared/platform/egress/tls.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";

const authority = await createAuthority();
const localhost = await authority.issue(["localhost"]);
beforeAll(() => setDefaultCACertificates([...getCACertificates("default"), authority.ca]));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listening = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

const tlsServer = (options: TlsOptions) =>
  listening(createServer(options, (socket) => socket.end("ready")).on("tlsClientError", () => undefined));

const upgrade = (port: number, servername = "localhost") => upgradeTls(connect(port, "127.0.0.1"), { servername, port, protocol: "SMTP" });

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "connected",
    (error: unknown) => (error instanceof MailFailure ? `${error.reason}: ${error.message}` : error),
  );

const CERTIFICATE = "certificate: The SMTP server's certificate cannot be verified";
const UNREACHABLE = "unreachable: The SMTP server cannot be reached";

describe("upgradeTls", () => {
  it("accepts a verified certificate for the name, and for an address", async () => {
    const port = await tlsServer(await authority.issue(["localhost", "127.0.0.1"]));

    const byName = await upgrade(port);
    const byAddress = await upgrade(port, "127.0.0.1");

    expect([byName.authorized, byAddress.authorized]).toEqual([true, true]);
    expect(byName.getProtocol()).toBe("TLSv1.3");
    byName.destroy();
    byAddress.destroy();
  });

  it("judges an address by the host asked for, not by the one connected to, which may be a proxy", async () => {
    const port = await tlsServer(await authority.issue(["127.0.0.2"]));

    expect(await reasonOf(upgrade(port, "127.0.0.2"))).toBe("connected");
    expect(await reasonOf(upgrade(port, "127.0.0.1"))).toBe(CERTIFICATE);
  });

  it("refuses a certificate for another name", async () => {
    const port = await tlsServer(await authority.issue(["other.example", "127.0.0.2"]));

    expect(await reasonOf(upgrade(port))).toBe(CERTIFICATE);
    expect(await reasonOf(upgrade(port, "127.0.0.1"))).toBe(CERTIFICATE);
  });

  it("refuses an expired certificate", async () => {
    const port = await tlsServer(
      await authority.issue(["localhost"], { from: new Date(Date.now() - 120_000), to: new Date(Date.now() - 60_000) }),
    );

    expect(await reasonOf(upgrade(port))).toBe(CERTIFICATE);
  });

  it("refuses a certificate of an unknown authority", async () => {
    const port = await tlsServer(await (await createAuthority()).issue(["localhost"]));

    expect(await reasonOf(upgrade(port))).toBe(CERTIFICATE);
  });

  it("refuses TLS 1.1", async () => {
    const old: TlsOptions = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
    const port = await tlsServer({ ...(await authority.issue(["localhost"])), ...old });

    expect(await reasonOf(upgrade(port))).toBe(UNREACHABLE);
  });

  it("is unreachable when the server speaks plain text or hangs up", async () => {
    const plain = await listening(createTcpServer((socket) => socket.on("error", () => undefined).end("220 plain text\r\n")));
    const mute = await listening(createTcpServer((socket) => socket.on("error", () => undefined).end()));

    expect(await reasonOf(upgrade(plain))).toBe(UNREACHABLE);
    expect(await reasonOf(upgrade(mute))).toBe(UNREACHABLE);
  });
});

describe("TLS sessions", () => {
  const ticketKeys = randomBytes(48);
  /** Connects, waits for what the server says, which comes behind its tickets, and tells whether the session was resumed. */
  const visit = async (way: typeof upgradeTls, port: number, servername = "localhost") => {
    const tls = await way(connect(port, "127.0.0.1"), { servername, port, protocol: "IMAP" });
    const resumed = tls.isSessionReused();
    await once(tls.resume(), "close");
    return resumed ? "resumed" : "in full";
  };
  const outcome = (work: Promise<string>) => work.catch(() => "refused");

  it.each(["TLSv1.2", "TLSv1.3"] as const)("are resumed at the same server in %s", async (maxVersion) => {
    const port = await tlsServer({ ...localhost, maxVersion });
    const way = createUpgradeTls();

    expect([await visit(way, port), await visit(way, port), await visit(way, port)]).toEqual(["in full", "resumed", "resumed"]);
  });

  /** What a connection said in all, bytes, and the group of its key exchange. */
  const hello = async (way: typeof upgradeTls, port: number) => {
    const socket = connect(port, "127.0.0.1");
    const tls = await way(socket, { servername: "localhost", port, protocol: "IMAP" });
    const { name } = tls.getEphemeralKeyInfo() as { name: string };
    await once(tls.resume(), "close");
    return { bytes: socket.bytesWritten, name };
  };

  it.each(["X25519", "prime256v1", "secp384r1"])("are resumed with the key share of the server's curve alone: %s", async (ecdhCurve) => {
    const port = await tlsServer({ ...localhost, ecdhCurve });
    const way = createUpgradeTls();
    const [first, ...later] = [await hello(way, port), await hello(way, port), await hello(way, port)];

    for (const { bytes, name } of later) {
      expect(name).toBe(ecdhCurve);
      expect(bytes).toBeLessThan(first.bytes - 700);
    }
  });

  it("speak the hybrid with a server that has learnt it", async () => {
    const way = createUpgradeTls();
    const port = await tlsServer({ ...localhost, ticketKeys, ecdhCurve: "X25519" });
    await hello(way, port);
    await new Promise((done) => servers.pop()?.close(done));
    servers.push(createServer({ ...localhost, ticketKeys }, (socket) => socket.end("ready")));
    await new Promise<void>((done) => servers[0]?.listen(port, "127.0.0.1", done));

    const [asked, known] = [await hello(way, port), await hello(way, port)];

    expect([asked.name, known.name]).toEqual(["X25519MLKEM768", "X25519MLKEM768"]);
    expect(known.bytes).toBeLessThan(asked.bytes);
  });

  it("are offered to no other name, no other port and by no other trust", async () => {
    // Servers that could resume each other's sessions: whoever offers one is not checked.
    const [port, other] = [await tlsServer({ ...localhost, ticketKeys }), await tlsServer({ ...localhost, ticketKeys })];
    const way = createUpgradeTls();
    await visit(way, port);

    expect(await outcome(visit(way, port, "127.0.0.1"))).toBe("refused");
    expect(await outcome(visit(way, other))).toBe("in full");
    expect(await outcome(visit(createUpgradeTls({ ca: (await createAuthority()).ca }), port))).toBe("refused");
    expect(await outcome(visit(way, port))).toBe("resumed");
  });

  it("save no other server behind the same name from the check", async () => {
    const way = createUpgradeTls();
    const port = await tlsServer(localhost);
    await visit(way, port);
    await new Promise((done) => servers.pop()?.close(done));
    const impostor = createServer(await (await createAuthority()).issue(["localhost"]), (socket) => socket.end("ready"));
    servers.push(impostor.on("tlsClientError", () => undefined));
    await new Promise<void>((done) => impostor.listen(port, "127.0.0.1", done));

    expect(await reasonOf(way(connect(port, "127.0.0.1"), { servername: "localhost", port, protocol: "SMTP" }))).toBe(CERTIFICATE);
  });

  it("end with a connection that failed: the next one is checked in full", async () => {
    const way = createUpgradeTls();
    const port = await tlsServer({ ...localhost, ticketKeys });
    await visit(way, port);
    const replace = async (server: ReturnType<typeof createServer>) => {
      await new Promise((done) => servers.pop()?.close(done));
      servers.push(server.on("tlsClientError", () => undefined));
      await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    };
    await replace(createServer(await (await createAuthority()).issue(["localhost"]), (socket) => socket.end("ready")));
    expect(await outcome(visit(way, port))).toBe("refused");
    await replace(createServer({ ...localhost, ticketKeys }, (socket) => socket.end("ready")));

    expect([await visit(way, port), await visit(way, port)]).toEqual(["in full", "resumed"]);
  });

  it("end after an hour and with the certificate, however often they were resumed", async () => {
    let now = Date.now();
    const way = createUpgradeTls({ now: () => now });
    const long = await tlsServer(localhost);
    const short = await tlsServer(await authority.issue(["localhost"], { from: new Date(now - 60_000), to: new Date(now + 600_000) }));
    const visits = async (port: number) => {
      const seen = [await visit(way, port)];
      for (const minutes of [9, 40, 20]) {
        now += minutes * 60_000;
        seen.push(await visit(way, port));
      }
      return seen;
    };

    expect(await visits(short)).toEqual(["in full", "resumed", "in full", "in full"]);
    expect(await visits(long)).toEqual(["in full", "resumed", "resumed", "in full"]);
  });
});

describe("the tree", () => {
  it("switches certificate verification off nowhere", () => {
    const root = join(import.meta.dirname, "../../..");
    const files = ["shared", "functions"].flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).map((path) => join(root, top, path)),
    );
    const sources = files.filter((file) => file.endsWith(".ts"));

    const guilty = sources.filter((file) =>
      /rejectUnauthorized['"]?\s*[:=](?!\s*true\b)|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/.test(readFileSync(file, "utf8")),
    );

    expect(sources.length).toBeGreaterThan(5);
    expect(guilty).toEqual([]);
  });
});
