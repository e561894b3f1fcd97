import { expect, it } from "vitest";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { mongoPolls } from "#shared/inbox/store/sync-states.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { changesWorld } from "#test/support/changes-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();
describeOnMongo("a change for the server", (connect) => {
  const aWorld = changesWorld(connect, server);
  const without = (capability: string) => {
    server.script = (answer) => [answer.replaceAll(new RegExp(` ${capability}(?=[ \\]\r])`, "g"), "")];
  };
  const sent = (name: string) => server.commands.filter((command) => command.startsWith(name));

  it("sets flags and moves to the trash, of that message alone, and says so", async () => {
    const world = await aWorld(["one", "two", "three"]);
    expect(await world.ask("one", { isRead: true, isFlagged: true })).toMatchObject({
      isRead: true,
      isFlagged: true,
      serverState: "pending",
    });
    expect(await world.ask("two", { folder: "trash" })).toMatchObject({ folder: "INBOX", serverState: "pending" });

    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["one \\Flagged \\Seen", "three"], Trash: ["two"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", isRead: true });
    const [there] = world.folder("Trash").messages;
    expect(await world.row("two")).toMatchObject({ serverState: "done", folder: "Trash", uid: there!.uid });
    expect((await world.row("two")).wish).toBeUndefined();
    expect((await world.row("three")).serverState).toBeUndefined();
    await world.pull();
    expect(world.there()).toEqual({ INBOX: ["one \\Flagged \\Seen", "three"], Trash: ["two"] });
  });

  it("moves by a copy where there is no MOVE, and never expunges what another program marked", async () => {
    const world = await aWorld(["one", "marked"]);
    without("MOVE");
    const folder = world.folder();
    server.store.setFlags(world.mailbox.email, folder, folder.messages[1]!, ["\\Deleted"]);
    await world.ask("one", { folder: "spam" });
    const before = server.commands.length;
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["marked \\Deleted"], Junk: ["one"] });
    const said = server.commands.slice(before);
    expect(said.filter((command) => /EXPUNGE|CLOSE/.test(command))).toEqual([expect.stringMatching(/^UID EXPUNGE \d+$/)]);
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: "Junk" });
  });

  it("fails where the server has neither MOVE nor UIDPLUS, and leaves the mail", async () => {
    const world = await aWorld(["one"]);
    server.script = (answer) => [answer.replaceAll(/ (?:MOVE|UIDPLUS)(?=[ \]\r])/g, "")];
    await world.ask("one", { folder: "trash" });
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["one"] });
    expect(await world.row("one")).toMatchObject({
      serverState: "failed",
      serverReason: expect.stringContaining("neither MOVE nor UIDPLUS"),
    });
  });

  it("finds its message under new UIDs and in another folder", async () => {
    const world = await aWorld(["one", "two", "three"]);
    await world.ask("one", { isRead: true });
    await world.ask("two", { isFlagged: true });
    world.move("two", "Junk");
    world.renumber();
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["one \\Seen", "three"], Junk: ["two \\Flagged"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", uidValidity: String(world.folder().uidValidity) });
    expect(await world.row("two")).toMatchObject({ serverState: "done", folder: "Junk" });
  });

  it("touches no mail that has the same Message-ID or the same UID", async () => {
    const world = await aWorld(["one"]);
    await world.ask("one", { folder: "trash", isRead: true });
    world.move("one", "Trash");
    server.store.expunge(world.mailbox.email, world.folder("Trash"), new Set(world.folder("Trash").messages.map(({ uid }) => uid)));
    world.folder().uidNext = 1;
    world.put("at its UID", "INBOX", "<other@peer.test>");
    world.put("a fake", "INBOX", "<one@peer.test>");
    for (let n = 0; n < 5; n += 1) {
      await world.pull();
      world.clock.later += 7 * 3_600_000;
    }

    expect(world.there()).toEqual({ INBOX: ["a fake", "at its UID"] });
    expect(await world.row("one")).toMatchObject({
      serverState: "failed",
      serverReason: expect.stringContaining("does not have the message"),
    });
    expect((await world.row("one")).wish).toBeUndefined();
  });

  it("without a Message-ID is made at its place alone, by the whole content", async () => {
    const world = await aWorld([]);
    world.put("first", "INBOX", "");
    world.put("second", "INBOX", "");
    await world.pull();
    await world.ask("first", { isRead: true });
    await world.ask("second", { isRead: true });
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["first \\Seen", "second \\Seen"] });
  });

  it.each(["UID STORE", "UID MOVE", "UID FETCH"])("is made once when the connection is lost at %s", async (at) => {
    const world = await aWorld(["one", "two"]);
    await world.ask("one", { folder: "trash", isFlagged: true });
    let isLost = false;
    server.script = (answer, { command }) => {
      if (isLost || !command.startsWith(at)) return [answer];
      isLost = true;
      return ["* BYE gone\r\n"];
    };
    const before = server.commands.length;
    await world.pull();
    expect(isLost).toBe(true);
    world.clock.later += 2 * 60_000;
    await world.pull();
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["two"], Trash: ["one \\Flagged"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: "Trash" });
    expect(server.commands.slice(before).filter((command) => command.startsWith("UID MOVE")).length).toBeLessThanOrEqual(2);
  });

  it("is copied once when the worker dies between copy and removal", async () => {
    const world = await aWorld(["one"]);
    let isLost = false;
    server.script = (answer, { command }) => {
      if (!isLost && command.startsWith("UID COPY")) {
        isLost = true;
        return [answer.replace(/^(\S+) OK.*/, "$1 NO [UNAVAILABLE] the answer is lost")];
      }
      return [answer.replaceAll(/ MOVE(?=[ \]\r])/g, "")];
    };
    await world.ask("one", { folder: "trash" });
    await world.pull();
    expect(world.there()).toEqual({ INBOX: ["one"], Trash: ["one"] });
    world.clock.later += 2 * 60_000;
    await world.pull();

    expect(world.there()).toEqual({ Trash: ["one"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: "Trash" });
  });

  it("that the server refuses is tried five times, does not hold up mail, and then has failed in its words", async () => {
    const world = await aWorld(["one"]);
    await world.ask("one", { isRead: true });
    server.script = (answer, { command }) =>
      command.startsWith("UID STORE") ? [answer.replace(/^(\S+) OK.*/, "$1 NO [NOPERM] not you")] : [answer];
    world.put("new");
    for (let n = 0; n < 5; n += 1) {
      await world.pull();
      world.clock.later += 7 * 3_600_000;
    }

    expect(await world.row("new")).toBeDefined();
    expect(sent("UID STORE").length).toBeGreaterThanOrEqual(5);
    expect(await world.row("one")).toMatchObject({ serverState: "failed", serverReason: expect.stringContaining("not you") });
  });

  it("that waited for three days is not made", async () => {
    const world = await aWorld(["one"]);
    await world.ask("one", { isRead: true });
    world.clock.later += 73 * 3_600_000;
    await world.pull();

    expect(world.there()).toEqual({ INBOX: ["one"] });
    expect(await world.row("one")).toMatchObject({ serverState: "failed", serverReason: expect.stringContaining("72 hours") });
  });

  it("is found in the trash, where an attempt for the wish before has left it without its outcome", async () => {
    const world = await aWorld(["one"]);
    await world.ask("one", { folder: "trash" });
    const real = mongoChanges(connect);
    const { ports } = world;
    const settle = async () => Promise.reject(new Error("killed"));
    Object.assign(ports, { changes: { ...real, settle } });
    await world.pull({ leaseMs: 100 }).catch(() => undefined);
    expect(world.there()).toEqual({ Trash: ["one"] });
    Object.assign(ports, { changes: real });
    await world.ask("one", { folder: "spam" });
    await new Promise((done) => setTimeout(done, 300));
    await world.pull();

    expect(world.there()).toEqual({ Junk: ["one"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", folder: "Junk" });
  });

  it("that is changed while it is made stays due", async () => {
    const world = await aWorld(["one"]);
    await world.ask("one", { isRead: true });
    let isAsked = false;
    const changes = mongoChanges(connect);
    const { ports } = world;
    Object.assign(ports, {
      changes: {
        ...changes,
        settle: async (...given: Parameters<typeof changes.settle>) => {
          if (!isAsked) await world.ask("one", { isRead: false });
          isAsked = true;
          return changes.settle(...given);
        },
      },
    });
    await world.pull();
    expect(await world.row("one")).toMatchObject({ serverState: "pending", isRead: false });
    await world.pull();
    expect(world.there()).toEqual({ INBOX: ["one"] });
    expect(await world.row("one")).toMatchObject({ serverState: "done", isRead: false });
  });

  it("is found by the poll when its wake-up was lost, and is none of a mailbox without sync_changes", async () => {
    const world = await aWorld(["one"]);
    const quiet = await aWorld(["one"], { syncChanges: false });
    await world.ask("one", { isRead: true });
    await quiet.ask("one", { isRead: true }, false);
    expect(await quiet.row("one")).toMatchObject({ isRead: true });
    expect((await quiet.row("one")).serverState).toBeUndefined();
    const found = await mongoPolls(connect).read([world.mailbox.id, quiet.mailbox.id]);
    expect(found.map(({ mailbox, hasChanges }) => [mailbox.id, hasChanges])).toEqual([
      [world.mailbox.id, true],
      [quiet.mailbox.id, undefined],
    ]);
    const pulled: string[] = [];
    const syncQueue = { add: async (mailboxes: readonly { readonly id: string }[]) => void pulled.push(...mailboxes.map(({ id }) => id)) };
    await probeMailboxes({ ...world.ports, polls: mongoPolls(connect), syncQueue }, [world.mailbox.id]);
    expect(pulled).toEqual([world.mailbox.id]);
    await quiet.pull();
    expect(quiet.there()).toEqual({ INBOX: ["one"] });
  });
});
