import { describe, expect, it } from "vitest";
import { freshPull } from "#shared/inbox/pull/fresh-pull.ts";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySlots, memorySync } from "#test/support/memory/inbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memoryMailServer } from "#test/support/memory/mail-server.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

const LIMIT_MS = 700;
const userId = ids.objectId();
const on = (facts: Partial<Mailbox> = {}) =>
  aMailbox({ userId, inboxSyncEnabled: true, inboxSyncFrom: new Date("2026-11-01T00:00:00Z"), ...facts });

const aWorld = (mailReader?: MailReader) => {
  const server = memoryMailServer();
  const sync = memorySync();
  const account = { host: "imap.example.com", port: 993, username: "u", credential: { password: "p" } };
  const ports = {
    ...sync,
    mailboxes: memoryMailboxes(),
    mailReader: mailReader ?? server.reader,
    mailAccounts: { imap: async () => account, renew: async () => false, otherWay: async () => undefined },
    slots: memorySlots(),
    isInMaintenance: async () => false,
    clock,
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  return { ...sync, server, ports, pull: (...mailboxes: Mailbox[]) => freshPull(ports, userId, mailboxes, LIMIT_MS) };
};

describe("a fresh pull", () => {
  it("pulls nothing in maintenance, and says so", async () => {
    const { ports, server } = aWorld();
    server.deliver([{ raw: rawMail({}).toString() }]);

    const mailbox = on();
    const reports = await freshPull({ ...ports, isInMaintenance: async () => true }, userId, [mailbox]);

    expect(reports).toEqual([
      { mailboxId: mailbox.id, stored: 0, remaining: 0, error: "the service is in maintenance: nothing is pulled", skipped: "" },
    ]);
  });

  it("reports every considered mailbox in order, whatever became of it", async () => {
    const world = aWorld();
    world.server.deliver([{ raw: rawMail({}).toString() }]);
    const boxes = [on(), on({ inboxSyncEnabled: false }), on({ status: "disconnected" })];

    const reports = await world.pull(...boxes);

    expect(reports.map(({ mailboxId }) => mailboxId)).toEqual(boxes.map(({ id }) => id));
    expect(reports.map(({ skipped }) => skipped)).toEqual(["", "sync_disabled", "disconnected"]);
    expect(reports[0]).toMatchObject({ stored: 1, remaining: 0, error: "" });
  });

  it("waits for a pull under way and then makes its own", async () => {
    const world = aWorld();
    const mailbox = on();
    world.server.deliver([{ raw: rawMail({}).toString() }]);
    const lease = await world.syncStates.acquire(mailbox, 60_000);
    setTimeout(() => lease && void world.syncStates.release(lease), 300);

    const [report] = await world.pull(mailbox);

    expect(report).toMatchObject({ stored: 1, skipped: "" });
  });

  it("stores little at a time, for it ends with what it is storing", async () => {
    const world = aWorld();
    world.server.deliver(
      Array.from({ length: 250 }, (_, i) => ({ raw: rawMail({ headers: { "Message-ID": `<${i}@x.test>` } }).toString() })),
    );
    const sizes: number[] = [];
    const { ingest } = world.ports;
    const commit: typeof ingest.commit = (lease, cursors, mails) => {
      sizes.push(mails.length);
      return ingest.commit(lease, cursors, mails);
    };

    await freshPull({ ...world.ports, ingest: { ...ingest, commit } }, userId, [on()], 60_000);

    expect(sizes).toEqual([100, 100, 50]);
  });

  it("answers within its time when a server hangs, and says so", async () => {
    const hanging: MailReader = { open: () => new Promise(() => undefined) };
    const world = aWorld(hanging);
    const busy = on();
    await world.syncStates.acquire(busy, 60_000);

    const reports = await world.pull(on(), busy);

    expect(reports.map(({ skipped }) => skipped)).toEqual(["deadline", "locked"]);
  });

  it("pulls nothing and says locked while two others of the account are under way", async () => {
    const world = aWorld();
    let release = () => {};
    world.server.state.slow = (call) => (call === "login" ? new Promise((resolve) => (release = resolve)) : Promise.resolve());
    const first = world.pull(on());
    const second = world.pull(on());
    await new Promise((resolve) => setTimeout(resolve, 20));

    const third = on();
    expect(await world.pull(third)).toEqual([{ mailboxId: third.id, stored: 0, remaining: 0, error: "", skipped: "locked" }]);

    world.server.state.slow = async () => undefined;
    release();
    void [first, second].map((pull) => pull.catch(() => undefined));
  });
});
