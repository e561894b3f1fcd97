/** T13, T14, T15: Dovecot behind a bad network, killed workers, new UIDs, and pulls at once. SYNC_CAMPAIGN=long runs it at full size, or at a size such as 10x200x5: mailboxes, messages, cycles. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { freshPull } from "#shared/inbox/pull/fresh-pull.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { aSend, wrongThreads } from "#test/support/inbox-store.ts";
import { memorySlots } from "#test/support/memory/inbox.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { randomBy } from "#test/support/random.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

const campaign = process.env["SYNC_CAMPAIGN"] ?? "5x80x4";
const long = process.env["SYNC_CAMPAIGN"] !== undefined;
const [boxCount = 0, perBox = 0, cycles = 0] = (campaign === "long" ? "50x400x10" : campaign).split("x").map(Number);
const size = { mailboxes: boxCount, messages: perBox, cycles, races: long ? 1000 : 8 };
const LEASE_MS = 1_500;
const TIMEOUT_MS = long ? 3_600_000 : 300_000;

let dovecot: DovecotAlone;
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
  proxy = await startCuttingProxy({ host: "127.0.0.1", port: dovecot.port });
});
afterAll(async () => {
  await proxy?.stop();
  await dovecot?.stop();
});

/** Mail of a mailbox: small ones, some that answer each other or a send, some large with an attachment. */
const aMail = (mailbox: Mailbox, n: number, random: () => number, send: Send): string => {
  const id = (i: number) => `<${i}.${mailbox.id}@peer.test>`;
  const parent = n % 4 === 0 ? undefined : n % 7 === 0 ? send.messageId : id(n - (n % 4));
  const head = [
    `From: Person ${n % 9} <p${n % 9}@peer.test>`,
    `To: ${mailbox.email}`,
    `Subject: Mail ${n}`,
    `Message-ID: ${id(n)}`,
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    ...(parent === undefined ? [] : [`In-Reply-To: ${parent}`]),
    "MIME-Version: 1.0",
  ];
  const text = `Message ${n}\r\n${"words and more words\r\n".repeat(Math.floor(random() * 150))}`;
  if (n % 25 !== 3) return [...head, "Content-Type: text/plain; charset=utf-8", "", text].join("\r\n");
  const file = Buffer.alloc(150_000, n).toString("base64").replace(/.{76}/g, "$&\r\n");
  const part = (type: string, ...lines: string[]) => ["--b", `Content-Type: ${type}`, ...lines].join("\r\n");
  const attached = part("application/pdf; name=a.pdf", "Content-Transfer-Encoding: base64", "Content-Disposition: attachment", "", file);
  return [...head, "Content-Type: multipart/mixed; boundary=b", "", part("text/plain", "", text), attached, "--b--", ""].join("\r\n");
};

/** What must hold of a mailbox whose delivered mail has been pulled: all of it, once, and every counter as if computed anew. */
const judge = async (connect: Connect, mailbox: Mailbox, delivered: readonly string[]) => {
  const database = await connect();
  const rows = await messagesOf(database)
    .find({ mailboxId: oid(mailbox.id) }, { projection: { messageId: 1, bodyTruncated: 1 } })
    .toArray();
  const stored = rows.map(({ messageId }) => messageId);
  const found = await database.raw
    .collection("threads")
    .find({ mailboxId: oid(mailbox.id) }, TEST_ONLY)
    .toArray();
  return {
    lost: delivered.filter((id) => !stored.includes(id)).length,
    doubled: stored.length - new Set(stored).size,
    unexpected: stored.filter((id) => !delivered.includes(id)).length,
    headersOnly: rows.filter(({ bodyTruncated }) => bodyTruncated).length,
    countersExact: (await wrongThreads(connect, mailbox.id)).length === 0,
    counted: found.reduce((sum, { messageCount }) => sum + Number(messageCount), 0),
  };
};

describeOnMongo("sync under faults", (connect) => {
  const world = syncWorld(connect, () => ({ host: "localhost", port: proxy.port, password: PASSWORD }));
  const aMailboxWithSend = async () => {
    const mailbox = await world.mailbox();
    const send = aSend(mailbox);
    await sendsOf(await connect()).insertOne(sendDocument(send));
    return { mailbox, send, delivered: [] as string[] };
  };
  const healed = () => Object.assign(proxy.network, { cutAfterBytes: Infinity, bytesPerSecond: 0 });

  it("loses nothing and doubles nothing through cuts, kills and new UIDs", { timeout: TIMEOUT_MS }, async () => {
    const random = randomBy(20261121);
    const boxes = await Promise.all(Array.from({ length: size.mailboxes }, aMailboxWithSend));
    const perCycle = size.messages / size.cycles;
    const { raw } = await connect();
    // A transaction of a killed worker holds its documents until it expires: after a minute, or sooner where the server can be told.
    const kills = await raw
      .admin()
      .command({ setParameter: 1, transactionLifetimeLimitSeconds: 2 })
      .then(
        () => true,
        () => false,
      );
    const uri = `mongodb://${String(raw.client.options.hosts[0])}/${raw.databaseName}?directConnection=true`;

    for (let cycle = 0; cycle < size.cycles; cycle++) {
      for (const { mailbox, send, delivered } of boxes) {
        const numbers = Array.from({ length: perCycle }, (_, i) => cycle * perCycle + i);
        dovecot.deliver(
          mailbox.email,
          numbers.map((n) => ({ raw: aMail(mailbox, n, random, send) })),
        );
        delivered.push(...numbers.map((n) => `<${n}.${mailbox.id}@peer.test>`));
        if (cycle === 1 || cycle === size.cycles - 1) dovecot.forgetUids(mailbox.email);
      }
      for (let attempt = 0; attempt < 3; attempt++) {
        Object.assign(proxy.network, { cutAfterBytes: 500 + Math.floor(random() * 150_000), cutBy: random() < 0.5 ? "fin" : "reset" });
        await Promise.allSettled(boxes.map(({ mailbox }) => world.pull(mailbox, { leaseMs: LEASE_MS })));
      }
      healed();
      if (kills) await killed({ uri, mailboxIds: boxes.map(({ mailbox }) => mailbox.id), afterMs: 50 + random() * 600 });
      await sleep(kills ? 4_000 : LEASE_MS);
      for (const { mailbox, delivered } of boxes) {
        expect(await settled(mailbox)).toMatchObject({ stored: 0, remaining: 0, error: "", skipped: "" });
        expect(await judge(connect, mailbox, delivered)).toMatchObject({
          lost: 0,
          doubled: 0,
          unexpected: 0,
          countersExact: true,
          counted: delivered.length + 1,
        });
      }
    }
    const headersOnly = await Promise.all(
      boxes.map(async ({ mailbox, delivered }) => (await judge(connect, mailbox, delivered)).headersOnly),
    );
    expect(headersOnly.reduce((sum, count) => sum + count, 0)).toBe(0);
  });

  /** The first pull that finds nothing: a killed worker's lease or transaction may be in the way of the others for a while. */
  const settled = async (mailbox: Mailbox) => {
    for (let pulls = 0; ; pulls++) {
      const report = await world.pull(mailbox);
      if (pulls === 20 || (report.stored === 0 && report.skipped === "")) return report;
      if (report.skipped !== "") await sleep(500);
    }
  };

  const killed = async ({ uri, mailboxIds, afterMs }: { uri: string; mailboxIds: readonly string[]; afterMs: number }) => {
    const job = { uri, host: "localhost", port: proxy.port, password: PASSWORD, mailboxIds, leaseMs: LEASE_MS };
    const child = spawn(process.execPath, ["test/interop/sync-child.ts", JSON.stringify(job)], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: dovecot.caFile },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await sleep(afterMs);
    child.kill("SIGKILL");
    await once(child, "exit");
  };

  it("keeps counters exact with two pulls of one mailbox and a fresh request at once", { timeout: TIMEOUT_MS }, async () => {
    healed();
    const random = randomBy(7);
    const { mailbox, send, delivered } = await aMailboxWithSend();
    const fresh = () => freshPull({ ...world.ports, slots: memorySlots(), isInMaintenance: async () => false }, mailbox.userId, [mailbox]);

    for (let race = 0; race < size.races; race++) {
      const numbers = [0, 1, 2].map((i) => race * 3 + i);
      dovecot.deliver(
        mailbox.email,
        numbers.map((n) => ({ raw: aMail(mailbox, n, random, send) })),
      );
      delivered.push(...numbers.map((n) => `<${n}.${mailbox.id}@peer.test>`));

      const [, , [report]] = await Promise.all([world.pull(mailbox), world.pull(mailbox), fresh()]);

      expect(report).toMatchObject({ remaining: 0, error: "", skipped: "" });
      expect(await judge(connect, mailbox, delivered)).toMatchObject({ lost: 0, doubled: 0, unexpected: 0, countersExact: true });
    }
  });
});
