import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates, type TlsOptions } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAuthority } from "#infra/local/certificates.ts";
import { upgradeTls } from "#shared/adapters/egress/upgrade-tls.ts";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";

const authority = createAuthority();
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

const upgrade = (port: number, servername = "localhost") => upgradeTls(connect(port, "127.0.0.1"), { servername, protocol: "SMTP" });

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "connected",
    (error: unknown) => (error instanceof MailFailure ? `${error.reason}: ${error.message}` : error),
  );

const CERTIFICATE = "certificate: The SMTP server's certificate cannot be verified";
const UNREACHABLE = "unreachable: The SMTP server cannot be reached";

describe("upgradeTls", () => {
  it("accepts a verified certificate for the name, and for an address", async () => {
    const port = await tlsServer(authority.issue(["localhost", "127.0.0.1"]));

    const byName = await upgrade(port);
    const byAddress = await upgrade(port, "127.0.0.1");

    expect([byName.authorized, byAddress.authorized]).toEqual([true, true]);
    expect(byName.getProtocol()).toBe("TLSv1.3");
    byName.destroy();
    byAddress.destroy();
  });

  it("judges an address by the host asked for, not by the one connected to, which may be a proxy", async () => {
    const port = await tlsServer(authority.issue(["127.0.0.2"]));

    expect(await reasonOf(upgrade(port, "127.0.0.2"))).toBe("connected");
    expect(await reasonOf(upgrade(port, "127.0.0.1"))).toBe(CERTIFICATE);
  });

  it("refuses a certificate for another name", async () => {
    const port = await tlsServer(authority.issue(["other.example", "127.0.0.2"]));

    expect(await reasonOf(upgrade(port))).toBe(CERTIFICATE);
    expect(await reasonOf(upgrade(port, "127.0.0.1"))).toBe(CERTIFICATE);
  });

  it("refuses an expired certificate", async () => {
    const port = await tlsServer(
      authority.issue(["localhost"], { from: new Date(Date.now() - 120_000), to: new Date(Date.now() - 60_000) }),
    );

    expect(await reasonOf(upgrade(port))).toBe(CERTIFICATE);
  });

  it("refuses a certificate of an unknown authority", async () => {
    const port = await tlsServer(createAuthority().issue(["localhost"]));

    expect(await reasonOf(upgrade(port))).toBe(CERTIFICATE);
  });

  it("refuses TLS 1.1", async () => {
    const old: TlsOptions = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
    const port = await tlsServer({ ...authority.issue(["localhost"]), ...old });

    expect(await reasonOf(upgrade(port))).toBe(UNREACHABLE);
  });

  it("is unreachable when the server speaks plain text or hangs up", async () => {
    const plain = await listening(createTcpServer((socket) => socket.on("error", () => undefined).end("220 plain text\r\n")));
    const mute = await listening(createTcpServer((socket) => socket.on("error", () => undefined).end()));

    expect(await reasonOf(upgrade(plain))).toBe(UNREACHABLE);
    expect(await reasonOf(upgrade(mute))).toBe(UNREACHABLE);
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
