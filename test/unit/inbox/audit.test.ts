import { describe, expect, it } from "vitest";
import type { AuditedFolder, FolderUnderWay } from "#shared/inbox/audit/audit.ts";
import { auditNext } from "#shared/inbox/audit/audit-folder.ts";
import type { Among, MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { Pull } from "#shared/inbox/pull/pull.ts";
import { aFilledWorld, aLiedWorld, type LiedWorld, smallMail } from "#test/support/lied-world.ts";
import { lies } from "#test/support/lies.ts";
import { aPullWorld, day, idOf, mail, mails, now } from "#test/support/pull-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();

/** Audits the mailbox now; what it showed of INBOX. */
const audit = async (world: LiedWorld): Promise<AuditedFolder | undefined> => {
  await world.audits.ask(world.mailbox);
  await world.pull();
  return (await world.audits.find(world.mailbox))?.last?.folders.find(({ path }) => path === "INBOX");
};
const rowOf = (world: LiedWorld, n: number) => [...world.stored.values()].find(({ message }) => message.messageId === idOf(n))!;
const lose = (world: LiedWorld, ...numbers: readonly number[]) => {
  for (const n of numbers) world.stored.delete(rowOf(world, n).message.id);
};

describe("an audit", () => {
  it("stores what the store lacks, tells how much it was, and nothing of it twice", async () => {
    const world = await aFilledWorld(server, 40);
    lose(world, 3, 9, 38);

    expect(await audit(world)).toMatchObject({ onServer: 40, stored: 40, missing: 3, healed: 3, unreadable: 0 });
    expect(world.stored.size).toBe(40);
    expect(world.told).toEqual([world.mailbox.id]);

    const report = (await world.audits.find(world.mailbox))?.last;
    expect(report).toMatchObject({ complete: true, since: day(30) });
    expect(await audit(world)).toMatchObject({ onServer: 40, stored: 40, missing: 0, healed: 0 });
    expect(world.told).toEqual([world.mailbox.id]);
  });

  it("names what the server does not give, and is not complete", async () => {
    const world = await aFilledWorld(server, 6);
    lose(world, 3);
    server.script = lies.find(({ what }) => what === "FETCH omits all of one message")!.script;

    expect(await audit(world)).toMatchObject({ stored: 5, missing: 1, healed: 0, unreadable: 1 });
    expect((await world.audits.find(world.mailbox))?.last?.complete).toBe(false);
    expect((await world.current()).inboxLastError).toContain("INBOX UID 3");
    expect(world.told).toEqual([world.mailbox.id]);
  });

  it("marks what is gone from the server, tells it once, deletes nothing, and takes the mark back", async () => {
    const world = await aFilledWorld(server, 5);
    const folder = world.folder();
    const all = folder.messages;
    folder.messages = all.filter(({ uid }) => uid !== 2);

    expect(await audit(world)).toMatchObject({ onServer: 4, stored: 4, missing: 0 });
    await audit(world);
    expect(world.stored.size).toBe(5);
    expect(rowOf(world, 2).message.onServer).toBe(false);
    expect(world.told).toEqual([rowOf(world, 2).message.id]);

    folder.messages = all;
    await audit(world);
    expect(rowOf(world, 2).message.onServer).toBeUndefined();
  });

  it("reads once what is not wanted or not kept, and not again", async () => {
    const world = await aLiedWorld(server);
    for (let n = 1; n <= 30; n += 1) world.deliver(smallMail(n), { receivedAt: day(n <= 10 ? 400 : 1) });
    for (let n = 31; n <= 40; n += 1) world.deliver(smallMail(n), { folder: "Junk" });
    await world.pull();
    expect(world.stored.size).toBe(30);
    // What is moved here later came before the wanted date all the same.
    world.deliver(Buffer.from(smallMail(41).toString().replace("20 Nov", "20 May")), { receivedAt: day(400) });
    await world.pull();

    const notKept = [{ reason: "before_sync_from", count: 11 }];
    expect(await audit(world)).toMatchObject({ onServer: 31, stored: 20, missing: 0, notKept });
    server.commands.splice(0);
    const pages = world.pages.length;
    expect(await audit(world)).toMatchObject({ onServer: 31, stored: 20, missing: 0, notKept });
    expect((await world.audits.find(world.mailbox))?.last?.complete).toBe(true);
    expect(world.pages).toHaveLength(pages);
    expect(server.commands.filter((command) => command.includes("BODY.PEEK[]"))).toEqual([]);
  });

  it("counts what is not kept with its reason, and is not complete where a message has none", async () => {
    const world = await aLiedWorld(server);
    for (let n = 1; n <= 4; n += 1) world.deliver(smallMail(n), n === 4 ? { flags: ["\\Draft"] } : {});
    await world.pull();
    world.deliver(smallMail(2));
    await world.pull();
    expect(await audit(world)).toMatchObject({
      onServer: 5,
      stored: 4 - 1,
      notKept: [
        { reason: "draft", count: 1 },
        { reason: "copy", count: 1 },
      ],
    });
    const ingest = { commit: async () => ({ stored: 0, keptOut: new Map(), changedThreads: [] }) };
    lose(world, 3);
    await world.audits.ask(world.mailbox);

    await world.pull({}, { ingest });

    expect((await world.audits.find(world.mailbox))?.last).toMatchObject({ complete: false });
  });

  it("reads once more, as no news, what an audit of an older version had passed over without a reason", async () => {
    const world = await aFilledWorld(server, 6);
    lose(world, 2, 3);
    world.folder().messages[1]!.flags = ["\\Seen"];
    const old = { path: "INBOX", uidValidity: String(world.folder().uidValidity), uids: "2" };
    world.written.set(world.mailbox.id, { passed: [old] });

    expect(await audit(world)).toMatchObject({ onServer: 6, stored: 6, healed: 2 });

    expect([2, 3].map((n) => [rowOf(world, n).isLate ?? false, rowOf(world, n).message.isRead])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect((await world.audits.find(world.mailbox))?.passed).toEqual([]);
  });

  it("has the same digest while the server names the same, and another when it does not", async () => {
    const world = await aFilledWorld(server, 5);
    const first = await audit(world);
    const second = await audit(world);
    world.folder().messages = world.folder().messages.slice(1);

    expect(second?.digest).toBe(first?.digest);
    expect((await audit(world))?.digest).not.toBe(first?.digest);
  });

  it("does not run in a request's short pull", async () => {
    const world = await aPullWorld();
    await world.pull();
    await world.audits.ask(world.mailbox);

    await world.pull({ brief: true });

    expect(await world.audits.find(world.mailbox)).toBeUndefined();
  });
});

describe("the time of an audit", () => {
  const auditAt = (world: LiedWorld): Date | undefined => world.states.get(world.mailbox.id)?.auditAt;
  const HOUR_MS = 3_600_000;

  it("is one of its own in the week, and a week later each time", async () => {
    const world = await aFilledWorld(server, 1);
    const first = auditAt(world)!.getTime() - day(0).getTime();
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(168 * HOUR_MS);

    world.wait(168 * HOUR_MS);
    await world.pull();

    expect((await world.audits.find(world.mailbox))?.last?.checkedAt).toEqual(day(-7));
    expect(auditAt(world)).toEqual(day(-14));
  });

  const uidsChange = (world: LiedWorld): void => {
    world.folder().uidValidity += 1;
  };
  const uidsAreReused = (world: LiedWorld): void => {
    world.folder().messages = world.folder().messages.slice(0, 3);
    world.folder().uidNext = 4;
    world.deliver(smallMail(9), { receivedAt: day(0) });
  };
  const messagesArePassedOver = (world: LiedWorld): void => {
    for (const n of [9, 10]) world.deliver(smallMail(n));
    server.script = (answer, { command }) => (answer.includes("INTERNALDATE") && !/^UID FETCH \d+ /.test(command) ? [] : [answer]);
  };

  it.each([
    ["the UIDs changed", uidsChange],
    ["UIDs were used again", uidsAreReused],
    ["the server passed over a message", messagesArePassedOver],
  ] as const)("is at once when %s, but not twice a day", async (_, happens) => {
    const world = await aFilledWorld(server, 5);
    happens(world);
    await world.pull();
    world.wait(1);
    await world.pull();
    expect((await world.audits.find(world.mailbox))?.last).toBeDefined();

    world.wait(HOUR_MS);
    uidsChange(world);
    await world.pull();
    expect(auditAt(world)!.getTime()).toBeGreaterThan(day(0).getTime() + 100 * HOUR_MS);
  });

  it("is not before every folder of the mailbox is filled", async () => {
    const world = await aPullWorld();
    world.server.deliver([mail(1)]);
    await world.pull();
    await world.audits.ask(world.mailbox);
    const state = world.states.get(world.mailbox.id)!;
    state.cursors = state.cursors.map(({ filled: _filled, ...cursor }) => ({ ...cursor, retryAt: new Date(now.getTime() + 1) }));
    await world.pull();

    expect(await world.audits.find(world.mailbox)).toBeUndefined();
  });

  it("waits for no folder that cannot be read, and says that it is not complete", async () => {
    const world = await aPullWorld();
    world.server.deliver([mail(1)]);
    world.server.deliver([mail(2)], "Junk");
    world.server.state.fails = (call) => (call === "open Junk" ? new Error("NO") : undefined);
    await world.pull();
    await world.audits.ask(world.mailbox);
    world.server.state.fails = () => undefined;
    await world.pull();

    expect((await world.audits.find(world.mailbox))?.last).toMatchObject({
      complete: false,
      folders: [
        { path: "INBOX", stored: 1 },
        { path: "Junk", onServer: 0 },
      ],
    });
  });
});

const identity = (uid: number) => ({ id: String(uid), uid, receivedAt: day(1), messageId: "" });

describe("the work of an audit", () => {
  it("takes five seconds of a pull at most, and goes on with the next one where it stopped", async () => {
    const world = await aPullWorld();
    world.server.deliver([mail(1)]);
    world.server.deliver([mail(2)], "Junk");
    await world.pull();
    await world.audits.ask(world.mailbox);
    let ms = now.getTime();
    const clock = { now: (): Date => new Date((ms += 3_000)) };

    await world.pull({}, { clock });
    const first = (await world.audits.find(world.mailbox))!;
    for (let pulls = 0; pulls < 3; pulls += 1) await world.pull({}, { clock });

    expect(first.underWay?.done.map(({ path }) => path)).toEqual(["INBOX"]);
    expect((await world.audits.find(world.mailbox))?.last?.folders.map(({ path }) => path)).toEqual(["INBOX", "Junk"]);
    expect(world.server.calls.filter((call) => call === "numbers 1:1").length).toBeLessThan(8);
  });

  it("goes on in the folder that was begun, whatever the order of folders is by then", async () => {
    const world = await aPullWorld();
    world.server.deliver([mail(1)]);
    await world.pull();
    await world.audits.ask(world.mailbox);
    const place = { path: "Junk", uidValidity: "1", digest: "", left: 1, below: 2 ** 32 };
    const folder = { ...place, onServer: 10_000, stored: 9_000, missing: 7, healed: 7, unreadable: 0, notKept: [] };
    world.written.set(world.mailbox.id, { passed: [], underWay: { done: [], folder } });

    await world.pull();

    const last = (await world.audits.find(world.mailbox))?.last;
    expect(last?.folders.map(({ path, healed }) => [path, healed])).toEqual([
      ["Junk", 7],
      ["INBOX", 0],
    ]);
  });

  it("is not complete, and blames nobody, when Junk cannot be read", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    await world.pull();
    await world.audits.ask(world.mailbox);
    world.server.state.fails = (call) => (call === "open Junk" ? new Error("NO cannot open") : undefined);

    expect(await world.pull()).toMatchObject({ error: "" });

    expect((await world.audits.find(world.mailbox))?.last).toMatchObject({ complete: false, folders: [{ stored: 3 }, { stored: 0 }] });
  });

  it("begins anew when a folder's UIDs changed meanwhile", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    await world.pull();
    await world.audits.ask(world.mailbox);
    world.server.state.slow = async (call) => {
      if (call === "folders") return;
      if (call.startsWith("open")) world.server.renumber();
    };

    await world.pull();

    expect((await world.audits.find(world.mailbox))?.last).toBeUndefined();
  });

  it("leaves what came after the pull to the next one", async () => {
    const search = async (among: Among) => ("numbers" in among ? [1, 2, 3, 4, 5] : []);
    const session = { count: () => 5, search, facts: async () => [] } as unknown as MailSession;
    const cursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 3, since: day(30), starts: 0 } as const;
    const world = await aPullWorld();
    const ports = { ...world.ports, audits: { ...world.audits, stored: async () => [1, 2, 3].map(identity) } };
    const pull = { session, cursors: [cursor], lease: {} } as unknown as Pull;
    const nothing = { onServer: 0, stored: 0, missing: 0, healed: 0, unreadable: 0, digest: "" };

    const { folder } = await auditNext(ports, pull, { ...cursor, ...nothing, left: 5, below: 2 ** 32 }, []);

    expect(folder).toMatchObject({ onServer: 3, stored: 3, missing: 0, healed: 0, unreadable: 0 });
  });

  it("holds ten thousand UIDs at a time of a hundred thousand, and asks the store once for each", async () => {
    const COUNT = 100_000;
    let [searches, reads, largest] = [0, 0, 0];
    const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const search = async (among: Among) => {
      searches += 1;
      const uids = "numbers" in among ? run(...among.numbers) : [];
      largest = Math.max(largest, uids.length);
      return uids;
    };
    const session = { count: () => COUNT, search, facts: async () => [] } as unknown as MailSession;
    const cursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: COUNT, since: day(30), starts: 0 } as const;
    const world = await aPullWorld();
    const stored = async (_lease: unknown, _place: unknown, from: number, to: number) => {
      reads += 1;
      return run(from, Math.min(to, COUNT)).map(identity);
    };
    const ports = { ...world.ports, audits: { ...world.audits, stored } };
    const pull = { session, cursors: [cursor], lease: {} } as unknown as Pull;
    let at: FolderUnderWay = {
      ...cursor,
      onServer: 0,
      stored: 0,
      missing: 0,
      healed: 0,
      unreadable: 0,
      digest: "",
      left: COUNT,
      below: 2 ** 32,
    };
    while (at.left > 0) at = (await auditNext(ports, pull, at, [])).folder;

    expect(at).toMatchObject({ onServer: COUNT, stored: COUNT, missing: 0 });
    expect({ searches, reads, largest }).toEqual({ searches: 10, reads: 10, largest: 10_000 });
  });
});
