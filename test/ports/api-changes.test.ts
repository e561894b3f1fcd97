// What is changed here is so at a provider that is reached over its HTTP interface, and what is changed there is so here.
import { afterAll, beforeEach, expect, it } from "vitest";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { apiChangesWorld, type ApiChangesWorld } from "#test/support/api-changes-world.ts";
import { stopSandbox, type TestedApi, testedApis } from "#test/support/api-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

afterAll(stopSandbox);

/** Calls that change something. */
const WRITES = /^(?:PATCH|DELETE|PUT) |^POST \S+\/(?:modify|trash|move)\b/;

const suiteOf = (name: TestedApi) => (connect: Connect) => {
  const aWorld = apiChangesWorld(connect, name);
  let world: ApiChangesWorld;
  beforeEach(() => world?.graph.faults.clear());
  const written = (from: number) => world.graph.calls.slice(from).filter((call) => WRITES.test(call));
  const later = async (times = 1) => {
    for (let n = 0; n < times; n += 1) {
      await world.pull();
      world.clock.later += 7 * 3_600_000;
    }
  };

  it("sets flags and moves to the trash, of that message alone, once, and says so", async () => {
    world = await aWorld(["one", "two", "three"]);
    await world.ask("one", { isRead: true, isFlagged: true });
    await world.ask("two", { folder: "trash" });
    const before = world.graph.calls.length;
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["one \\Flagged \\Seen", "three"], [world.api.paths["Trash"]!]: ["two"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", isRead: true, isFlagged: true, folder: "INBOX" });
    expect(await world.row("two")).toMatchObject({ serverState: "done", folder: world.api.paths["Trash"] });
    expect((await world.row("three")).serverState).toBeUndefined();
    expect(written(before)).toHaveLength(2);
    await world.pull();
    expect(written(before)).toHaveLength(2);
    expect(await world.row("one")).toMatchObject({ isRead: true, isFlagged: true });
  });

  it("moves between folders and back from the trash, and knows the message where it is", async () => {
    world = await aWorld(["one"]);
    for (const [folder, path] of [
      ["Work", "Work"],
      ["spam", world.api.junk],
      ["inbox", "INBOX"],
      ["trash", world.api.paths["Trash"]],
      ["inbox", "INBOX"],
    ] as const) {
      await world.ask("one", { folder });
      await world.pull();
      expect(Object.keys(world.there())).toEqual([path]);
      expect(await world.row("one")).toMatchObject({ folder: path, serverState: "done" });
      await world.pull();
      expect(await world.rows()).toHaveLength(1);
    }
    world.flag("one", "\\Seen");
    await world.pull();
    expect(await world.row("one")).toMatchObject({ isRead: true, folder: "INBOX" });
  });

  it("is in one folder of the directory at once, before anything is read again, and is counted there alone", async () => {
    world = await aWorld(["one", "two"]);
    const session = await world.reader.open(await world.accountOf(world.mailbox), AbortSignal.timeout(30_000));
    const places = async () => {
      const folders = await world.directory.folders(world.mailbox.id);
      const found = folders.map(async ({ id, path, count }) => {
        const items = await world.directory.find(world.mailbox.id, id, {});
        return [path, { count, items: items.length }] as const;
      });
      return Object.fromEntries((await Promise.all(found)).filter(([, { count, items }]) => count + items > 0));
    };
    const [one, two] = [
      { count: 1, items: 1 },
      { count: 2, items: 2 },
    ];
    let from = "INBOX";
    for (const [folder, expected] of [
      ["Work", { INBOX: one, Work: one }],
      [world.api.junk, { INBOX: one, [world.api.junk]: one }],
      ["INBOX", { INBOX: two }],
      [world.api.paths["Trash"]!, { INBOX: one }],
    ] as const) {
      expect(await session.changes!.open(from)).toBeDefined();
      const [uid] = await session.changes!.named("<one@peer.test>");
      await session.changes!.move(uid!, folder);
      expect([folder, await places()]).toEqual([folder, expected]);
      from = folder;
    }
  });

  it("archives, where the mailbox has a folder for that", async () => {
    world = await aWorld(["one"]);
    if (name === "graph") {
      await world.ask("one", { folder: "archive" });
      await world.pull();
      expect(await world.row("one")).toMatchObject({ serverState: "failed", serverReason: "the mailbox has no folder for archive" });
      world.store.create(world.mailbox.email, "Archive");
      await world.pull();
    }
    await world.ask("one", { folder: "archive" });
    await world.pull();
    const path = name === "graph" ? "Archive" : "[Gmail]/All Mail";
    expect(world.there()).toEqual({ [path]: ["one"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: path });
  });

  it("takes flags of the server, also of a message that moved, and costs an idle poll no call more", async () => {
    world = await aWorld(["one", "two", "three"]);
    const plain = await aWorld(["one"], { syncChanges: false });
    await world.pull();
    expect((await world.poll()).pulls).toBe(0);
    const [idle, idleWithout] = [await world.poll(), await plain.poll()];
    expect(idle.pulls).toBe(0);
    expect(idle.calls).toHaveLength(idleWithout.calls.length);
    await world.ask("three", { isRead: true });
    await world.pull();
    world.flag("one", "\\Seen", "\\Flagged");
    world.flag("three");
    world.move("three", "Work");
    plain.flag("one", "\\Seen", "\\Flagged");
    expect((await world.poll()).pulls).toBe(1);
    await world.pull();
    await world.pull();
    await plain.pull();

    expect(await world.row("one")).toMatchObject({ isRead: true, isFlagged: true });
    expect(await world.row("two")).toMatchObject({ isRead: false });
    expect(await world.row("three")).toMatchObject({ isRead: false, folder: "Work" });
    expect(await plain.row("one")).toMatchObject({ isRead: false });
    world.flag("one");
    await world.pull();
    expect(await world.row("one")).toMatchObject({ isRead: false, isFlagged: false });
  });

  it("lets a change that waits here win over an older one there, and a newer one there win over both", async () => {
    world = await aWorld(["one"]);
    world.flag("one", "\\Flagged");
    await world.ask("one", { isRead: true });
    await world.pull();
    expect(world.there()).toEqual({ INBOX: ["one \\Flagged \\Seen"] });
    expect(await world.row("one")).toMatchObject({ isRead: true, isFlagged: true, serverState: "done" });
    world.flag("one");
    await world.pull();
    await world.pull();
    expect(await world.row("one")).toMatchObject({ isRead: false, isFlagged: false });
  });

  it("finds its message in another folder, and touches no other with the same Message-ID", async () => {
    world = await aWorld(["one", "gone"]);
    world.put("a fake", "INBOX", "<one@peer.test>");
    world.put("another fake", "INBOX", "<gone@peer.test>");
    await world.ask("one", { isRead: true, folder: "spam" });
    await world.ask("gone", { isRead: true });
    world.move("one", "Work");
    const [gone] = world.find("gone");
    world.store.expunge(world.mailbox.email, gone!.folder, new Set([gone!.mail.uid]));
    await later(5);

    expect(world.there()).toEqual({ INBOX: ["a fake", "another fake"], [world.api.junk]: ["one \\Seen"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: world.api.junk });
    expect(await world.row("gone")).toMatchObject({
      serverState: "failed",
      serverReason: expect.stringContaining("does not have the message"),
    });
  });

  it("without a Message-ID is made at its place alone, by the whole content", async () => {
    world = await aWorld([]);
    world.put("first", "INBOX", "");
    world.put("second", "INBOX", "");
    await world.pull();
    await world.ask("first", { isRead: true });
    await world.pull();
    expect(world.there()).toEqual({ INBOX: ["first \\Seen", "second"] });
  });

  const MOVE = name === "graph" ? /^POST \S+\/move/ : /^POST \S+\/trash/;
  const FLAGS = name === "graph" ? /^PATCH / : /^POST \S+\/modify/;
  it.each(["close before", "close after"] as const)("is made once when the connection is lost: %s", async (does) => {
    world = await aWorld(["one", "two"]);
    await world.ask("one", { folder: "trash", isFlagged: true });
    const before = world.graph.calls.length;
    for (const on of [FLAGS, MOVE]) {
      world.graph.faults.plant({ on, does });
      await world.pull();
      world.clock.later += 40 * 60_000;
    }
    await later(2);

    expect(world.there()).toEqual({ INBOX: ["two"], [world.api.paths["Trash"]!]: ["one \\Flagged"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: world.api.paths["Trash"] });
    expect(written(before)).toHaveLength(does === "close after" ? 2 : 4);
  });

  it("that the provider says is made and is not, or refuses, is tried five times and then has failed in its words", async () => {
    world = await aWorld(["lied", "refused"]);
    await world.ask("lied", { folder: "trash" });
    world.graph.faults.plant({ on: MOVE, does: { answer: { status: 200, body: { id: "x" } } }, times: 5 });
    await later(5);
    expect(await world.row("lied")).toMatchObject({
      serverState: "failed",
      serverReason: expect.stringContaining("it did not"),
      folder: "INBOX",
    });
    await world.ask("refused", { isRead: true });
    world.graph.faults.plant({
      on: FLAGS,
      does: { answer: { status: 403, body: { error: { code: "ErrorAccessDenied", message: "not you" } } } },
      times: 5,
    });
    world.put("new");
    await later(5);
    expect(await world.row("refused")).toMatchObject({ serverState: "failed", serverReason: expect.stringContaining("not you") });
    expect(await world.row("new")).toBeDefined();
    expect(world.there()).toEqual({ INBOX: ["lied", "new", "refused"] });
  });

  it("waits while the provider asks to slow down, and deletes nothing ever", async () => {
    world = await aWorld(["one"]);
    await world.ask("one", { isRead: true });
    world.graph.faults.plant({ on: FLAGS, does: { answer: { status: 429, headers: { "retry-after": "1" }, body: {} } } });
    const report = await world.pull();
    expect(report.error).toContain("429");
    expect(await world.row("one")).toMatchObject({ serverState: "pending" });
    await later(2);
    expect(await world.row("one")).toMatchObject({ serverState: "done" });
    expect(world.graph.calls.filter((call) => call.startsWith("DELETE "))).toEqual([]);
  });
};

/** Gmail alone: a message with several labels is in one folder, by which of them the mailbox names. */
describeOnMongo("changes of messages with several labels", (connect) => {
  const aWorld = apiChangesWorld(connect, "gmail_api");
  /** A message with these labels; "Aaa" comes before "Work" and "Zzz". */
  const labelled = async (folders: "all" | readonly string[], ...labels: readonly string[]) => {
    const world = await aWorld([], { folders });
    for (const label of ["Aaa", "Zzz"]) world.store.create(world.mailbox.email, label);
    world.put("one", labels[0]);
    const { mail } = world.find("one")[0]!;
    for (const folder of labels.slice(1)) world.store.deliver(world.mailbox.email, mail.raw, { ...mail, folder });
    await world.pull();
    return world;
  };

  it.each([[["Work"]], [["Work", "Zzz"]], ["all" as const]])("are made where the mailbox reads it, folders %j", async (folders) => {
    const world = await labelled(folders, "Aaa", "Work");
    const folder = folders === "all" ? "Aaa" : "Work";
    expect(await world.row("one")).toMatchObject({ folder });
    await world.ask("one", { isRead: true });
    await world.pull();
    expect(await world.row("one")).toMatchObject({ folder, isRead: true, serverState: "done" });
    expect(world.there()).toEqual({ Aaa: ["one \\Seen"], Work: ["one \\Seen"] });
  });

  it.each([[["Work", "Aaa"]], ["all" as const]])(
    "lead to the folder that was asked for, also out of the trash, folders %j",
    async (folders) => {
      const world = await labelled(folders, "Aaa");
      for (const folder of ["trash", "Work"]) {
        await world.ask("one", { folder });
        await world.pull();
      }
      expect(await world.row("one")).toMatchObject({ folder: "Work", serverState: "done" });
      expect(world.there()).toEqual({ Work: ["one"] });
      await world.pull();
      expect(await world.row("one")).toMatchObject({ folder: "Work" });
    },
  );

  it.each([
    ["Zzz stays, which does not count", ["Work"], ["Work", "Zzz"], "inbox", { INBOX: ["one"], Zzz: ["one"] }],
    ["Zzz stays, which counts after it", "all" as const, ["Aaa", "Zzz"], "Work", { Work: ["one"], Zzz: ["one"] }],
    ["Aaa goes, which would count before it", "all" as const, ["INBOX", "Aaa"], "Work", { Work: ["one"] }],
    ["Aaa stays, which no name makes count", ["Work"], ["INBOX", "Aaa"], "Work", { Aaa: ["one"], Work: ["one"] }],
    ["Aaa goes, which its name makes count", ["Work", "Aaa"], ["INBOX", "Aaa", "Zzz"], "Work", { Work: ["one"], Zzz: ["one"] }],
  ] as const)("take the labels that would hide the move alone: %s", async (_, folders, labels, folder, there) => {
    const world = await labelled(folders, ...labels);
    await world.ask("one", { folder });
    await world.pull();
    expect(await world.row("one")).toMatchObject({ folder: folder === "inbox" ? "INBOX" : folder, serverState: "done" });
    expect(world.there()).toEqual(there);
  });
});

for (const name of testedApis) describeOnMongo(`changes over ${name}`, suiteOf(name));
