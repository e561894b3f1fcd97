import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memorySync } from "#test/support/memory/inbox.ts";
import { aPullWorld, day, mail, mails } from "#test/support/pull-world.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

describe("a pull", () => {
  it("stores what is new once and ends after one question when nothing is", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));

    const first = await world.pull();
    world.server.calls.splice(0);
    const second = await world.pull();

    expect(first).toMatchObject({ stored: 3, remaining: 0, error: "", skipped: "" });
    expect(second).toMatchObject({ stored: 0, remaining: 0 });
    expect(world.server.calls).toEqual(["login", "folders"]);
    expect(world.server.state.open).toBe(0);
  });

  it("notes when a folder that it knew has new mail, also mail that it does not keep, and nothing when none has", async () => {
    const world = await aPullWorld();
    const newAt = async () => {
      world.wait(120_000);
      await world.pull();
      return (await world.current()).inboxLastNewAt?.getTime();
    };
    world.server.deliver(mails(3));

    // The first pull finds what was there before.
    expect(await newAt()).toBeUndefined();
    expect(await newAt()).toBeUndefined();
    world.server.deliver([mail(9)]);
    const found = await newAt();
    expect(found).toBe((await world.current()).inboxLastSyncAt?.getTime());
    expect(await newAt()).toBe(found);
    // It is stored already, in another folder perhaps.
    world.server.deliver([mail(9)]);
    expect(await newAt()).toBe((found ?? 0) + 240_000);
  });

  it("pulls pages upwards and moves the cursor with each", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(600));

    const report = await world.pull();

    expect(report).toMatchObject({ stored: 600, remaining: 0 });
    expect(world.pages.map((page) => page.length)).toEqual([250, 250, 100]);
    expect(world.cursor()).toMatchObject({ lastUid: 600, starts: 0 });
  });

  it("goes on behind its cursor where the server never tells UIDNEXT", async () => {
    const world = await aPullWorld();
    world.server.state.uidNextTold = false;
    world.server.deliver(mails(3));
    await world.pull();
    world.server.calls.splice(0);
    world.server.deliver([mail(9)]);

    expect(await world.pull()).toMatchObject({ stored: 1, remaining: 0, error: "" });
    expect(world.server.calls).toEqual(expect.arrayContaining(["open INBOX", "numbers 1:4", "fetch 4"]));
    expect(world.server.calls).not.toContain("search 0");
    expect(world.cursor()).toMatchObject({ lastUid: 4, starts: 0 });
  });

  it("fetches nothing more once its time is over", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    const stop = new AbortController();
    world.server.state.slow = async (call) => (call.startsWith("facts") ? stop.abort() : undefined);

    await world.pull({ signal: stop.signal });

    expect(world.server.calls.filter((call) => call.startsWith("fetch"))).toEqual([]);
    expect(world.stored.size).toBe(0);
  });

  it("tells after each page how many are left, and asks for no more facts at a time than a page holds", async () => {
    const world = await aPullWorld();
    const early = { receivedAt: new Date(day(30).getTime() - 1) };
    world.server.deliver(mails(1_001).map((one, n) => ({ ...one, ...(n === 499 && early) })));

    expect(await world.pull()).toMatchObject({ stored: 1_000, remaining: 0 });
    expect(world.server.calls.filter((call) => call.startsWith("facts"))).toEqual(["facts 500", "facts 500", "facts 1"]);
    expect(world.pages.map((page) => page.length)).toEqual([250, 249, 500, 1]);
  });

  it("makes new mail searchable with the page that stores it", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    const indexed: (readonly string[] | undefined)[] = [];

    await world.pull({}, { search: { index: async (messageIds) => indexed.push(messageIds) } });

    expect(indexed).toEqual([world.pages[0]!.map(({ message }) => message.id)]);
  });

  it("gives others a turn after each mail that it reads", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(200));
    const over = new AbortController();
    let turns = 0;
    const others = (async () => {
      for (; !over.signal.aborted; turns++) await setImmediate();
    })();

    await world.pull();
    over.abort();
    await others;

    expect(turns).toBeGreaterThanOrEqual(200);
  });

  it("reads large mail in pages that hold 20 MB of it", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(90).map((one) => ({ ...one, facts: { size: 9_000_000 } })));

    expect(await world.pull()).toMatchObject({ stored: 90 });
    expect(world.pages.map((page) => page.length)).toEqual([80, 10]);
  });

  /** How many pages are stored when a pull takes a step, though storing one takes until then, or for many turns. */
  const pagesBefore = async (step: string, world: Awaited<ReturnType<typeof aPullWorld>>, brief = false): Promise<number> => {
    const taken = Promise.withResolvers<number>();
    world.server.state.slow = async (call) => {
      if (call.startsWith(step)) taken.resolve(world.pages.length);
    };
    const turns = async () => {
      for (let turn = 0; turn < 2_000; turn++) await setImmediate();
    };
    const commit: typeof world.ingest.commit = async (...page) => {
      await Promise.race([taken.promise, turns()]);
      return world.ingest.commit(...page);
    };
    expect(await world.pull({ brief }, { ingest: { commit } })).toMatchObject({ remaining: 0, error: "" });
    return taken.promise;
  };

  it("reads the page after the next while a small one is being stored", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(1_100));

    expect(await pagesBefore("fetch 501", world)).toBe(0);
  });

  it("reads the page after the next of large mail with few words", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(170).map((one) => ({ ...one, facts: { size: 9_000_000 } })));

    expect(await pagesBefore("fetch 161", world)).toBe(0);
  });

  it("asks for the next page while it reads a small one, and not while it reads a large one", async () => {
    const orderOf = async (words: string, last: string) => {
      const world = await aPullWorld();
      world.server.deliver(mails(501).map(({ raw }) => ({ raw: raw + words })));
      const prepared: string[] = [];
      const ids = { ...world.ports.ids, objectId: () => String(prepared.push("prepared")).padStart(24, "0") };
      const asked = new Promise<number>((resolve) => {
        world.server.state.slow = async (call) => void (call.startsWith(last) && resolve(prepared.length));
      });
      await world.pull({}, { ids });
      return asked;
    };

    expect(await orderOf("", "fetch 251")).toBe(0);
    expect(await orderOf("words ".repeat(5_000), "fetch 251")).toBe(250);
  });

  it("reads no page after the next of large mail, in a brief pull, and behind a start that led nowhere", async () => {
    const [large, brief, failed] = [await aPullWorld(), await aPullWorld(), await aPullWorld()];
    const words = "words ".repeat(24_000);
    large.server.deliver(mails(170).map(({ raw }) => ({ raw: raw + words, facts: { size: 9_000_000 } })));
    brief.server.deliver(mails(210));
    failed.server.deliver(mails(3));
    failed.server.state.fails = (call) => (call.startsWith("fetch") ? new Error("cut") : undefined);
    await failed.pull();
    failed.server.state.fails = () => undefined;

    expect(await pagesBefore("fetch 161", large)).toBe(1);
    expect(await pagesBefore("fetch 201", brief, true)).toBe(1);
    expect(await pagesBefore("fetch 3", failed)).toBe(1);
  });

  it("ends only when its last page is stored", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    const commit: typeof world.ingest.commit = async (...page) => {
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      return world.ingest.commit(...page);
    };

    expect(await world.pull({}, { ingest: { commit } })).toMatchObject({ stored: 3, remaining: 0, error: "", skipped: "" });
    expect(world.cursor()).toMatchObject({ lastUid: 3, filled: true });
  });

  it("goes on where it stopped when a connection is lost between pages", async () => {
    const world = await aPullWorld();
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
    const world = await aPullWorld({ inboxSyncFrom: day(10) });
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
    const world = await aPullWorld();
    world.server.deliver(mails(5));
    await world.pull();
    world.server.empty();
    world.server.deliver([mail(9)]);

    expect(await world.pull()).toMatchObject({ stored: 1, remaining: 0 });
  });

  it("publishes the events of one page after the other, all before it ends", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(600));
    const secondStored = Promise.withResolvers<void>();
    const commit: typeof world.ingest.commit = async (...page) => {
      const stored = await world.ingest.commit(...page);
      if (world.pages.length === 2) secondStored.resolve();
      return stored;
    };
    let [publishing, atOnce] = [0, 0];
    const told: string[] = [];
    const publish = async (_: string, ids: readonly string[]) => {
      atOnce = Math.max(atOnce, (publishing += 1));
      await secondStored.promise;
      await setImmediate();
      told.push(...ids);
      publishing -= 1;
      return [];
    };

    await world.pull({}, { ingest: { commit }, eventOutbox: { ...world.eventOutbox, publish } });

    expect(atOnce).toBe(1);
    expect(told).toEqual([...world.stored.keys()]);
  });

  it("leaves out drafts, and keeps what comes in the mailbox's own name", async () => {
    const world = await aPullWorld();
    world.server.deliver([
      { raw: rawMail({ headers: { From: "Me <ME@sender.example>", To: "jane@customer.example" } }).toString() },
      mail(2, { facts: { draft: true } }),
      mail(3),
    ]);

    expect((await world.pull()).stored).toBe(2);
  });

  it("takes the read state of mail from before sync was on, and starts later mail unread", async () => {
    const world = await aPullWorld({ inboxEnabledAt: day(2) });
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

describe("the lease of a pull", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  it("is held through the longest wait for the server, and ends by itself soon after the pull's worker", async () => {
    const world = await aPullWorld();
    const { syncStates, ingest, audits } = memorySync();
    world.server.deliver(mails(1));
    world.server.state.slow = async (call) => {
      if (call.startsWith("fetch")) await new Promise((resolve) => setTimeout(resolve, 50_000));
    };
    const pulling = world.pull({}, { syncStates, ingest, audits });
    for (let second = 0; second < 50; second += 1) {
      await vi.advanceTimersByTimeAsync(999);
      expect(await syncStates.acquire(world.mailbox, 1_000)).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
    }

    expect(await pulling).toMatchObject({ stored: 1, skipped: "" });
    const dead = { ...syncStates, renew: async () => undefined };
    world.server.deliver([mail(2)]);
    const taken = new Promise((resolve) => {
      const acquire: typeof dead.acquire = async (...of) => {
        const lease = await syncStates.acquire(...of);
        resolve(lease);
        return lease;
      };
      void world.pull({}, { syncStates: { ...dead, acquire }, ingest, audits });
    });
    await taken;
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await syncStates.acquire(world.mailbox, 1_000)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await syncStates.acquire(world.mailbox, 1_000)).toBeDefined();
  });
});

describe("a pull that is not made", () => {
  it("tells that sync is off, or that another pull has the mailbox", async () => {
    const off = await aPullWorld({ inboxSyncEnabled: false });
    const busy = await aPullWorld();
    await busy.syncStates.acquire(busy.mailbox, 1_000);

    expect(await off.pull()).toMatchObject({ skipped: "sync_disabled" });
    expect(await busy.pull()).toMatchObject({ skipped: "locked" });
    expect([...off.server.calls, ...busy.server.calls]).toEqual([]);
  });
});
