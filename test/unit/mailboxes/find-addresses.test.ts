import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { adapters } from "#test/support/rooms.ts";
import { findAddresses } from "#shared/platform/dns/find-addresses.ts";
import { createDnsLookups } from "#shared/mailboxes/dns/system-lookups.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { startDnsServer } from "#test/support/dns-server.ts";

// As a resolver that never answers makes it: whoever asks the system for a name waits without end.
vi.mock("node:dns/promises", async (real) => ({ ...(await real<object>()), lookup: () => new Promise(() => undefined) }));

const folder = mkdtempSync(join(tmpdir(), "hosts-"));
const hostsFile = join(folder, "hosts");
let silent: Socket;
let server: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  silent = createSocket("udp4");
  silent.bind(0, "127.0.0.1");
  await once(silent, "listening");
  server = await startDnsServer({
    "both.test": { A: ["192.0.2.1", "192.0.2.2"], AAAA: ["2001:db8::1"] },
    "new.test": { AAAA: ["2001:db8::2"] },
    "empty.test": {},
    "broken.test": "SERVFAIL",
    "hangs.test": "timeout",
    "half-broken.test": { AAAA: "SERVFAIL" },
    "half-silent.test": { A: ["192.0.2.3"], AAAA: "timeout" },
    localhost: { A: ["192.0.2.66"] },
  });
  writeFileSync(
    hostsFile,
    "127.0.0.1\tlocalhost\n# 192.0.2.9 not.test\n192.0.2.7 Printer.test printer # here\n::1 printer.test\nnonsense x\n",
  );
});
afterAll(() => {
  silent.close();
  server.stop();
  rmSync(folder, { recursive: true });
});

const asking = (timeoutMs = 2_000) => findAddresses({ servers: [server.address], timeoutMs, hostsFile });
/** Asks a resolver that swallows every question. */
const asksInVain = (timeoutMs: number) => findAddresses({ servers: [`127.0.0.1:${silent.address().port}`], timeoutMs, hostsFile });
const addressesOf = async (host: string, find = asking()) => (await find(host)).map(({ address }) => address);

describe("addresses of a name", () => {
  it("are those of both families in turn, IPv4 first", async () => {
    expect(await asking()("both.test")).toEqual([
      { address: "192.0.2.1", family: 4 },
      { address: "2001:db8::1", family: 6 },
      { address: "192.0.2.2", family: 4 },
    ]);
    expect(await addressesOf("new.test")).toEqual(["2001:db8::2"]);
  });

  it("are those of one family half a second later, where the server drops questions for the other", async () => {
    const began = performance.now();
    expect(await addressesOf("half-silent.test", asking(10_000))).toEqual(["192.0.2.3"]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("are those of the hosts file first, in any case, and a change of it counts at once", async () => {
    const find = asking();
    expect(await addressesOf("PRINTER.test", find)).toEqual(["192.0.2.7", "::1"]);
    expect(await addressesOf("printer", find)).toEqual(["192.0.2.7"]);
    expect(await addressesOf("localhost", find)).toEqual(["127.0.0.1"]);
    writeFileSync(hostsFile, `${readFileSync(hostsFile, "utf8")}192.0.2.8 new.test\n`);

    expect(await addressesOf("new.test", find)).toEqual(["192.0.2.8"]);
  });

  it("of localhost are the machine's own, whatever DNS says and where no hosts file is", async () => {
    const find = findAddresses({ servers: [server.address], hostsFile: join(folder, "none") });
    for (const host of ["localhost", "smtp.localhost"]) expect(await addressesOf(host, find)).toEqual(["127.0.0.1", "::1"]);
  });

  it("are asked for by nobody where the host is an address", async () => {
    const before = server.asked.length;
    expect(await asking()("192.0.2.5")).toEqual([{ address: "192.0.2.5", family: 4 }]);
    expect(await asking()("2001:db8::5")).toEqual([{ address: "2001:db8::5", family: 6 }]);
    expect(server.asked).toHaveLength(before);
  });

  it("are asked for once by all who look a name up at the same time", async () => {
    const before = server.asked.length;
    const find = asking();
    await Promise.all(["both.test", "both.test", "BOTH.test"].map(find));
    expect(server.asked.slice(before).toSorted()).toEqual(["A both.test", "AAAA both.test"]);

    await find("both.test");
    expect(server.asked).toHaveLength(before + 4);
  });

  it.each(["nowhere.test", "empty.test"])("do not exist: %s", async (host) => {
    await expect(asking()(host)).rejects.toMatchObject({ code: expect.stringMatching(/^ENOTFOUND|ENODATA$/) });
  });

  it("are unknown where the resolver fails", async () => {
    await expect(asking()("half-broken.test")).rejects.toMatchObject({ code: "ESERVFAIL" });
    await expect(asking()("broken.test")).rejects.toMatchObject({ code: "ESERVFAIL" });
  });

  it("are given up in time where nobody answers, for all who wait", async () => {
    const find = asking(200);
    const both = await Promise.allSettled([find("hangs.test"), find("hangs.test")]);
    // By the deadline, not because the resolver's tries are used up.
    expect(both).toMatchObject([1, 2].map(() => ({ status: "rejected", reason: { code: "ECANCELLED" } })));
  });
});

describe("names whose DNS hangs", () => {
  it("stop no other connection and no work of Node's threads", async () => {
    const listener = createServer((socket) => socket.on("error", () => undefined).end("220 ready\r\n")).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const allowed = parseAllowList("127.0.0.0/8:*,::1/128:*");
    const openSocket = createOpenSocket({ allowed, timeoutMs: 5_000 });
    const inVain = createOpenSocket({ allowed, lookup: asksInVain(1_500) });
    let given = 0;
    const hanging = Array.from({ length: 40 }, (_, n) =>
      inVain({ host: `n${n}.hangs.test`, port: 465, protocol: "SMTP" }).catch(() => (given += 1)),
    );

    for (const host of ["localhost", "127.0.0.1"]) {
      const { socket, address } = await openSocket({ host, port, protocol: "SMTP" });
      expect(address).toBe("127.0.0.1");
      socket.destroy();
    }
    expect(await createDnsLookups({}).hostAddresses("localhost")).toContain("127.0.0.1");
    expect(given).toBe(0);
    await Promise.all(hanging);
    expect(given).toBe(40);
    listener.close();
  });

  it("are never asked of the system: no source looks names up by getaddrinfo", () => {
    const sources = adapters();
    const asking = sources.filter((file) => {
      const text = readFileSync(file, "utf8");
      return /import [^;]*\blookup(?:Service)?\b[^;]* from "node:dns/.test(text) || /\bdns\.lookup\(|\bfetch\(["'`]http/.test(text);
    });
    expect(sources.length).toBeGreaterThan(100);
    expect(asking).toEqual([]);
  });
});
