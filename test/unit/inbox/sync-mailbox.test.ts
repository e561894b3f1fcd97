import { describe, expect, it } from "vitest";
import { syncMailbox, type SyncLimits, type SyncPorts } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import { OAuthError } from "#shared/domain/mailboxes/oauth/oauth.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySync } from "#test/support/memory/inbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memoryMailServer } from "#test/support/memory/mail-server.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

const now = new Date("2026-11-21T09:00:00Z");
const day = (n: number) => new Date(now.getTime() - n * 86_400_000);
const mail = (n: number, facts: object = {}) => ({ raw: rawMail({ headers: { "Message-ID": `<m${n}@peer.test>` } }).toString(), ...facts });
const mails = (count: number) => Array.from({ length: count }, (_, n) => mail(n));

const aWorld = async (facts: Partial<Mailbox> = {}) => {
  const server = memoryMailServer();
  const sync = memorySync(() => now.getTime());
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({ email: "me@sender.example", inboxSyncEnabled: true, inboxSyncFrom: day(30), inboxEnabledAt: now, ...facts });
  await mailboxes.insert(mailbox, {});
  const account = { host: "imap.example.com", port: 993, username: mailbox.email, credential: { password: "p" } };
  const ports: SyncPorts = {
    ...sync,
    mailboxes,
    mailReader: server.reader,
    mailAccounts: { imap: async () => account, renew: async () => false },
    clock: { now: () => now },
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const current = async () => (await mailboxes.findForJob(mailbox.id)) ?? mailbox;
  const pull = async (limits: Partial<SyncLimits> = {}, changed: Partial<SyncPorts> = {}) =>
    syncMailbox({ ...ports, ...changed }, await current(), { signal: AbortSignal.timeout(5_000), leaseMs: 90_000, ...limits });
  const cursor = (path = "INBOX") => sync.states.get(mailbox.id)?.cursors.find((candidate) => candidate.path === path);
  return { ...sync, server, mailboxes, mailbox, pull, current, cursor, ports };
};

describe("a pull", () => {
  it("stores what is new once and ends after one question when nothing is", async () => {
    const world = await aWorld();
    world.server.deliver(mails(3));

    const first = await world.pull();
    world.server.calls.splice(0);
    const second = await world.pull();

    expect(first).toMatchObject({ stored: 3, remaining: 0, error: "", skipped: "" });
    expect(second).toMatchObject({ stored: 0, remaining: 0 });
    expect(world.server.calls).toEqual(["login", "folders"]);
    expect(world.server.state.open).toBe(0);
  });

  it("takes only mail received since the wanted moment, though the server knows days", async () => {
    const world = await aWorld({ inboxSyncFrom: new Date(day(2).getTime() + 3_600_000) });
    world.server.deliver([mail(1, { receivedAt: day(2) }), mail(2, { receivedAt: day(1) }), mail(3, { receivedAt: day(40) })]);

    const report = await world.pull();

    expect(report.stored).toBe(1);
    expect([...world.stored.values()].map(({ message }) => message.messageId)).toEqual(["<m2@peer.test>"]);
    expect(world.cursor()?.lastUid).toBe(3);
  });

  it("pulls pages upwards and moves the cursor with each", async () => {
    const world = await aWorld();
    world.server.deliver(mails(600));

    const report = await world.pull();

    expect(report).toMatchObject({ stored: 600, remaining: 0 });
    expect(world.pages.map((page) => page.length)).toEqual([500, 100]);
    expect(world.cursor()).toMatchObject({ lastUid: 600, starts: 0 });
  });

  it("goes on where it stopped when a connection is lost between pages", async () => {
    const world = await aWorld();
    world.server.deliver(mails(1200));
    world.server.state.fails = (call) => (call.startsWith("fetch 501,") ? new Error("cut") : undefined);

    const first = await world.pull();
    world.server.state.fails = () => undefined;
    const second = await world.pull();

    expect(first).toMatchObject({ stored: 500, remaining: 700 });
    expect(first.error).toContain("IMAP");
    expect(second).toMatchObject({ stored: 700, remaining: 0, error: "" });
    expect(world.stored.size).toBe(1200);
  });

  it("scans anew without doubles when the UIDs changed, and when an earlier date is wanted", async () => {
    const world = await aWorld({ inboxSyncFrom: day(10) });
    world.server.deliver([mail(1, { receivedAt: day(20) }), mail(2, { receivedAt: day(5) })]);
    await world.pull();
    world.server.renumber();
    world.server.deliver([mail(3, { receivedAt: day(1) })]);

    const renumbered = await world.pull();
    await world.mailboxes.update(world.mailbox.userId, world.mailbox.id, { inboxSyncFrom: day(30) });
    const earlier = await world.pull();

    expect(renumbered.stored).toBe(1);
    expect(earlier.stored).toBe(1);
    expect(world.stored.size).toBe(3);
  });

  it("sees that the UIDs changed though fewer messages are there than before", async () => {
    const world = await aWorld();
    world.server.deliver(mails(5));
    await world.pull();
    world.server.empty();
    world.server.deliver([mail(9)]);

    expect(await world.pull()).toMatchObject({ stored: 1, remaining: 0 });
  });

  it("leaves out what the mailbox itself sent", async () => {
    const world = await aWorld();
    world.server.deliver([
      { raw: rawMail({ headers: { From: "Me <ME@sender.example>" } }).toString() },
      mail(2, { facts: { own: true } }),
      mail(3),
    ]);

    expect((await world.pull()).stored).toBe(1);
  });

  it("takes the read state of mail from before sync was on, and starts later mail unread", async () => {
    const world = await aWorld({ inboxEnabledAt: day(2) });
    const seen = { facts: { seen: true } };
    world.server.deliver([
      mail(1, { ...seen, receivedAt: day(3) }),
      mail(2, { ...seen, receivedAt: day(1) }),
      mail(3, { receivedAt: day(3) }),
    ]);

    await world.pull();

    expect([...world.stored.values()].map(({ message }) => message.isRead)).toEqual([true, false, false]);
  });
});

describe("a message that stops every pull", () => {
  it("is found one by one and stored by its headers after three starts, and the others whole", async () => {
    const world = await aWorld();
    world.server.deliver(mails(5));
    world.server.state.fails = (call) => (/^fetch (?:.*,)?3(?:,|$)/.test(call) ? new Error("cut") : undefined);

    const reports = [];
    for (let i = 0; i < 6; i++) reports.push(await world.pull());

    expect(reports.map(({ stored }) => stored)).toEqual([0, 2, 0, 0, 3, 0]);
    expect(world.stored.size).toBe(5);
    expect(world.server.calls.filter((call) => call === "stub 3")).toHaveLength(1);
    expect(world.cursor()).toMatchObject({ lastUid: 5, starts: 0 });
  });

  it("is not what a slow server is taken for: running out of time after progress counts nothing", async () => {
    const world = await aWorld();
    world.server.deliver(mails(550));
    const stop = new AbortController();
    world.server.state.slow = async (call) => {
      if (!call.startsWith("fetch 501,")) return;
      stop.abort();
      throw new Error("closed");
    };

    const report = await world.pull({ signal: stop.signal });

    expect(report).toMatchObject({ stored: 500, remaining: 50, skipped: "deadline", error: "" });
    expect(world.cursor()).toMatchObject({ lastUid: 500, starts: 0 });
    expect((await world.current()).inboxLastError).toBe("");
  });
});

describe("a failed pull", () => {
  it("is put off longer each time, shown on the mailbox, and forgotten after a success", async () => {
    const world = await aWorld();
    world.server.state.fails = (call) => (call === "login" ? new Error("refused") : undefined);

    const delays = [];
    for (let i = 0; i < 6; i++) {
      await world.pull();
      delays.push(world.states.get(world.mailbox.id)?.retryAfterMs);
    }
    const down = await world.current();
    world.server.state.fails = () => undefined;
    const healed = await world.pull();

    expect(delays.map((ms) => (ms ?? 0) / 60_000)).toEqual([2, 4, 8, 16, 30, 30]);
    expect(down).toMatchObject({ status: "error", imapFailures: 3 });
    expect(down.inboxLastError).toMatch(/^IMAP: /);
    expect(healed.error).toBe("");
    expect(await world.current()).toMatchObject({ status: "active", imapFailures: 0, inboxLastError: "", inboxLastSyncAt: now });
  });

  it("disconnects the mailbox at once when its grant was withdrawn", async () => {
    const world = await aWorld({ type: "google" });
    const mailAccounts = { imap: () => Promise.reject(new OAuthError("refused", "google")), renew: async () => false };

    const report = await world.pull({}, { mailAccounts });

    expect(report.error).toContain("reconnect");
    expect(await world.current()).toMatchObject({ status: "disconnected" });
    expect(await world.pull()).toMatchObject({ skipped: "disconnected" });
  });

  it("logs in once more when the access token had died", async () => {
    const world = await aWorld({ type: "google" });
    world.server.deliver(mails(1));
    let refusals = 1;
    world.server.state.fails = (call) => (call === "login" && refusals-- > 0 ? new Error("refused") : undefined);
    const mailAccounts = { imap: world.ports.mailAccounts.imap, renew: async () => true };

    expect(await world.pull({}, { mailAccounts })).toMatchObject({ stored: 1, error: "" });
  });

  it("is thrown when the store failed, and not blamed on the mailbox", async () => {
    const world = await aWorld();
    world.server.deliver(mails(1));
    const ingest = { commit: () => Promise.reject(new Error("no primary")) };

    await expect(world.pull({}, { ingest })).rejects.toThrow("no primary");

    expect(await world.current()).toMatchObject({ inboxLastError: "", imapFailures: 0 });
    expect(world.server.state.open).toBe(0);
  });

  it("stops without a trace when another pull has taken the mailbox over", async () => {
    const world = await aWorld();
    world.server.deliver(mails(1));
    world.server.state.slow = async (call) => {
      const state = world.states.get(world.mailbox.id);
      if (call.startsWith("fetch") && state) state.token = "another";
    };

    expect(await world.pull()).toMatchObject({ stored: 0, skipped: "locked", error: "" });
    expect(world.stored.size).toBe(0);
  });
});

describe("a pull that is not made", () => {
  it("tells that sync is off, or that another pull has the mailbox", async () => {
    const off = await aWorld({ inboxSyncEnabled: false });
    const busy = await aWorld();
    await busy.syncStates.acquire(busy.mailbox, 1_000);

    expect(await off.pull()).toMatchObject({ skipped: "sync_disabled" });
    expect(await busy.pull()).toMatchObject({ skipped: "locked" });
    expect([...off.server.calls, ...busy.server.calls]).toEqual([]);
  });
});
