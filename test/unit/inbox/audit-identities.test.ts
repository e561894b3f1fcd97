// An audit compares who a message is, and visits what nobody reads any more.
import { describe, expect, it } from "vitest";
import type { AuditedFolder } from "#shared/inbox/audit/audit.ts";
import { aFilledWorld, aLiedWorld, type LiedWorld, smallMail } from "#test/support/lied-world.ts";
import { aPullWorld, day, idOf, mails } from "#test/support/pull-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();

/** Audits the mailbox now; what it showed of INBOX. */
const audit = async (world: LiedWorld): Promise<AuditedFolder | undefined> => {
  await world.audits.ask(world.mailbox);
  await world.pull();
  return (await world.audits.find(world.mailbox))?.last?.folders.find(({ path }) => path === "INBOX");
};
const rowOf = (world: LiedWorld, n: number) => [...world.stored.values()].find(({ message }) => message.messageId === idOf(n))!;

describe("an audit", () => {
  const onServer = (world: LiedWorld, ...numbers: readonly number[]) => numbers.map((n) => rowOf(world, n).message.onServer);
  const lastOf = async (world: Pick<LiedWorld, "audits" | "mailbox">) => (await world.audits.find(world.mailbox))?.last;

  it.each([
    ["of another size and date", (n: number) => smallMail(n), day(3)],
    ["of another size", (n: number) => smallMail(n), day(1)],
    [
      "of the same size and date",
      (n: number) =>
        Buffer.from(
          smallMail(n - 90)
            .toString()
            .replace("<m", "<M"),
        ),
      day(1),
    ],
  ])("reads mail that a restored server has under UIDs of other mail: %s", async (_, raw, receivedAt) => {
    const world = await aFilledWorld(server, 10);
    const folder = world.folder();
    folder.messages = folder.messages.map((message, at) => (at < 7 ? message : { ...message, raw: raw(at + 91), receivedAt }));
    await world.pull();
    expect(world.stored.size).toBe(10);

    expect(await audit(world)).toMatchObject({ onServer: 10, stored: 10, missing: 3, healed: 3 });
    expect(world.stored.size).toBe(13);
    expect(onServer(world, 1, 7, 8, 9, 10)).toEqual([undefined, undefined, false, false, false]);
    expect(await lastOf(world)).toMatchObject({ complete: true });
    expect(await audit(world)).toMatchObject({ onServer: 10, stored: 10, missing: 0 });
  });

  it("reads what lies under UIDs of mail that was not kept, too, where a restored server has used UIDs again", async () => {
    const world = await aLiedWorld(server);
    const old = (n: number) => Buffer.from(smallMail(n).toString().replace("20 Nov", "20 May"));
    for (const n of [1, 2]) world.deliver(old(n), { receivedAt: day(400) });
    for (const n of [3, 4, 5]) world.deliver(smallMail(n));
    await world.pull();
    expect(await audit(world)).toMatchObject({ stored: 3, notKept: [{ reason: "before_sync_from", count: 2 }] });
    const anew = new Map([
      [0, 91],
      [4, 92],
    ]);
    const folder = world.folder();
    folder.messages = folder.messages.map((message, at) =>
      anew.has(at) ? { ...message, raw: smallMail(anew.get(at)!), receivedAt: day(3) } : message,
    );
    await world.pull();

    expect(await audit(world)).toMatchObject({ healed: 2, notKept: [{ reason: "before_sync_from", count: 1 }] });
    expect(world.storedIds()).toEqual([3, 4, 5, 91, 92].map(idOf).toSorted());
  });

  it("reads no mail again that has another date or size than when it was stored, and the same Message-ID", async () => {
    const world = await aFilledWorld(server, 5);
    const folder = world.folder();
    folder.messages = folder.messages.map((message) => ({
      ...message,
      raw: Buffer.from(`X-Seen: 1\r\n${message.raw.toString()}`),
      receivedAt: day(2),
    }));
    const pages = world.pages.length;

    expect(await audit(world)).toMatchObject({ onServer: 5, stored: 5, missing: 0 });
    expect(world.pages).toHaveLength(pages);
  });

  it("marks what went while its folder was made anew", async () => {
    const world = await aFilledWorld(server, 5);
    world.folder().uidValidity += 1;
    world.folder().messages = world.folder().messages.filter(({ uid }) => uid !== 2);
    await world.pull();
    await world.pull();

    expect(await audit(world)).toMatchObject({ onServer: 4, stored: 4 });
    expect(onServer(world, 1, 2, 3)).toEqual([undefined, false, undefined]);
    expect(await lastOf(world)).toMatchObject({ complete: true });
  });

  /** A world in which a stored message lies in a folder that no pull reads. */
  const aStray = async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    await world.pull();
    const [stray] = [...world.stored.values()];
    world.stored.set(stray!.message.id, { ...stray!, message: { ...stray!.message, folder: "Projects", uidValidity: "7", uid: 1 } });
    world.server.remove(stray!.message.uid);
    await world.audits.ask(world.mailbox);
    return { world, shown: () => world.stored.get(stray!.message.id)?.message.onServer };
  };

  it("marks the mail of a folder that the server has no more", async () => {
    const { world, shown } = await aStray();
    await world.pull();

    expect(shown()).toBe(false);
    expect((await world.audits.find(world.mailbox))?.last).toMatchObject({ complete: true });
  });

  it("marks the mail of a folder that was made anew, whose UIDs name other mail now", async () => {
    const { world, shown } = await aStray();
    world.server.create("Projects");
    world.server.deliver(mails(1), "Projects");
    Object.assign(world.server.state, {
      beyond: { includes: (path: string) => path === "Projects", length: 0, slice: () => [], [Symbol.iterator]: () => [].values() },
    });
    await world.pull();

    expect(shown()).toBe(false);
    expect((await lastOf(world))?.folders.map(({ path }) => path)).not.toContain("Projects");
  });

  it("publishes at once what is gone, from a folder that is read and from one that is not", async () => {
    const { world } = await aStray();
    const gone = [...world.stored.values()].find(({ message }) => message.messageId === idOf(1))!;
    world.server.remove(gone.message.uid);
    const published: string[] = [];
    const eventOutbox = { publish: async (_source: string, ids: readonly string[]) => (published.push(...ids), []) };
    await world.pull({}, { eventOutbox });

    expect(published.toSorted()).toEqual(
      [...world.stored.values()].flatMap(({ message }) => (message.onServer === false ? message.id : [])).toSorted(),
    );
    expect(published).toHaveLength(2);
  });

  it("counts what is still in a folder that is listed nowhere, and opens all the same", async () => {
    const { world } = await aStray();
    world.server.create("Projects");
    world.server.deliver(mails(1), "Projects");
    for (const [id, row] of world.stored)
      if (row.message.folder === "Projects") world.stored.set(id, { ...row, message: { ...row.message, uidValidity: "1" } });
    Object.assign(world.server.state, {
      beyond: { includes: (path: string) => path === "Projects", length: 0, slice: () => [], [Symbol.iterator]: () => [].values() },
    });
    await world.pull();

    expect((await lastOf(world))?.folders).toContainEqual(
      expect.objectContaining({ path: "Projects", onServer: 1, stored: 1, missing: 0 }),
    );
  });

  it("marks nothing of a folder that cannot be opened, and is not complete", async () => {
    const { world, shown } = await aStray();
    world.server.state.fails = (call) => (call === "open Projects" ? new Error("NO") : undefined);
    await world.pull();

    expect(shown()).toBeUndefined();
    expect((await world.audits.find(world.mailbox))?.last).toMatchObject({ complete: false });
  });

  /** A world with folders that no pull reads, whose audit is due. */
  const withBeyond = async (...paths: readonly string[]) => {
    const world = await aPullWorld();
    world.server.deliver(mails(2));
    world.server.createBeyond(...paths);
    await world.pull();
    await world.audits.ask(world.mailbox);
    const kept = () => [...world.stored.values()].filter(({ message }) => message.messageId.startsWith("<beyond")).length;
    return { world, kept, last: () => lastOf(world) };
  };

  it("visits the folders beyond those that are read, stores what is wanted of them, and reads no mail twice", async () => {
    const { world, kept, last } = await withBeyond("Old/1", "Old/2", "Old/3");
    expect(kept()).toBe(0);
    await world.pull();

    expect([kept(), (await last())?.complete, (await last())?.foldersNotRead]).toEqual([3, true, 0]);
    expect((await last())?.folders.filter(({ path }) => path.startsWith("Old"))).toMatchObject(
      [1, 2, 3].map(() => ({ onServer: 1, healed: 1 })),
    );
    // No pull reads them afterwards, and none of them has a place in what pulls go on from.
    expect(world.states.get(world.mailbox.id)?.cursors.map(({ path }) => path)).toEqual(["INBOX", "Junk"]);
    const before = world.server.calls.length;
    await world.audits.ask(world.mailbox);
    await world.pull();
    expect(world.server.calls.slice(before).filter((call) => call.startsWith("fetch"))).toEqual([]);
    expect((await last())?.folders.filter(({ path }) => path.startsWith("Old"))).toMatchObject(
      [1, 2, 3].map(() => ({ stored: 1, missing: 0 })),
    );
    expect(await last()).toMatchObject({ complete: true, foldersNotRead: 0 });
    expect([...world.stored.values()].filter(({ message }) => message.onServer === false)).toEqual([]);
  });

  it("remembers of each of them what it does not keep", async () => {
    const { world } = await withBeyond("Old/1", "Old/2");
    for (const path of ["Old/1", "Old/2"]) world.server.deliver([{ ...mails(1)[0]!, receivedAt: day(90) }], path);
    await world.pull();

    expect((await world.audits.find(world.mailbox))?.passed.map(({ path }) => path)).toEqual(["Old/1", "Old/2"]);
  });

  it("marks what was found beyond them and has gone", async () => {
    const { world } = await withBeyond("Old");
    await world.pull();
    world.server.remove(1, "Old");
    await world.audits.ask(world.mailbox);
    await world.pull();

    expect([...world.stored.values()].filter(({ message }) => message.onServer === false).map(({ message }) => message.folder)).toEqual([
      "Old",
    ]);
  });

  it.each(["open Old/2", "numbers 1:1", "fetch 1"])(
    "counts a folder beyond them as not read whose %s fails, and is not complete",
    async (step) => {
      const { world, last } = await withBeyond("Old/1", "Old/2");
      let opened = "";
      world.server.state.fails = (call) => {
        if (call.startsWith("open ")) opened = call;
        return opened === "open Old/2" && call.startsWith(step) ? new Error("NO") : undefined;
      };
      await world.pull();

      expect(await last()).toMatchObject({ complete: false, foldersNotRead: 1 });
      world.server.state.fails = () => undefined;
      await world.audits.ask(world.mailbox);
      await world.pull();
      expect(await last()).toMatchObject({ complete: true, foldersNotRead: 0 });
    },
  );

  it("marks a message that lies nowhere as gone only once every folder was compared", async () => {
    const { world, last } = await withBeyond("Old/1");
    const [key, row] = [...world.stored].find(([, { message }]) => message.uid === 1)!;
    world.stored.set(key, { ...row, message: { ...row.message, folder: "" } });
    world.server.remove(1);
    world.server.state.fails = (call) => (call === "open Old/1" ? new Error("NO") : undefined);
    await world.pull();
    expect([(await last())?.complete, world.stored.get(key)?.message.onServer]).toEqual([false, undefined]);

    world.server.state.fails = () => undefined;
    await world.audits.ask(world.mailbox);
    await world.pull();

    expect([(await last())?.complete, world.stored.get(key)?.message.onServer]).toEqual([true, false]);
  });

  it("counts a folder beyond them as not read that has no UIDVALIDITY, for its UIDs mean nothing", async () => {
    const { world, kept, last } = await withBeyond("Old");
    world.server.renumber("Old", "");
    await world.pull();

    expect([kept(), await last()]).toMatchObject([0, { complete: false, foldersNotRead: 1 }]);
  });

  it("goes on in later pulls where those folders take longer than one may", async () => {
    const { world, kept, last } = await withBeyond(...Array.from({ length: 30 }, (_, n) => `Old/${n}`));
    let at = Date.parse("2026-11-21T10:00:00Z");
    const clock = { now: () => new Date((at += 200)) };
    const stored: number[] = [];
    for (let pulls = 0; pulls < 20 && !(await last()); pulls += 1) {
      await world.pull({}, { clock });
      stored.push(kept());
    }

    expect(stored.length).toBeGreaterThan(1);
    expect(stored[0]).toBeLessThan(30);
    expect([kept(), (await last())?.complete]).toEqual([30, true]);
  });

  it("is not complete while folders are beyond those that are read, or the server refuses to list them", async () => {
    for (const notRead of [
      { count: 150, some: ["x"], beyond: 150 },
      { count: 0, some: [], refusal: "NO" },
    ]) {
      const world = await aPullWorld();
      world.server.deliver(mails(2));
      await world.pull();
      const state = world.states.get(world.mailbox.id)!;
      state.cursors = state.cursors.map((cursor) => (cursor.path === "INBOX" ? { ...cursor, notRead } : cursor));
      await world.audits.ask(world.mailbox);
      await world.pull();

      expect((await world.audits.find(world.mailbox))?.last).toMatchObject({ complete: false, foldersNotRead: notRead.beyond ?? 1 });
    }
  });

  it("compares a folder again that was made anew while others were compared", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(2));
    await world.pull();
    await world.audits.ask(world.mailbox);
    const before = {
      path: "INBOX",
      uidValidity: "0",
      digest: "",
      onServer: 9,
      stored: 9,
      missing: 0,
      healed: 0,
      unreadable: 0,
      notKept: [],
    };
    world.written.set(world.mailbox.id, { passed: [], underWay: { done: [before] } });
    await world.pull();

    const folders = (await world.audits.find(world.mailbox))?.last?.folders.filter(({ path }) => path === "INBOX");
    expect(folders).toMatchObject([{ uidValidity: "1", onServer: 2 }]);
  });
});
