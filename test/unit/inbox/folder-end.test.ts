import { describe, expect, it } from "vitest";
import { aFilledWorld, aLiedWorld, type LiedWorld, smallMail } from "#test/support/lied-world.ts";
import { day, idOf } from "#test/support/pull-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();

const idsTo = (n: number) => Array.from({ length: n }, (_, i) => idOf(i + 1)).toSorted();
/** Takes a message out of the folder; the answer puts it back. */
const hide = (world: LiedWorld, uid: number) => {
  const folder = world.folder();
  const hidden = folder.messages.find((message) => message.uid === uid)!;
  folder.messages = folder.messages.filter((message) => message !== hidden);
  return () => void (folder.messages = [...folder.messages, hidden].toSorted((a, b) => a.uid - b.uid));
};
/** Restores a backup of the first messages; the UIDs behind them are given anew. */
const restore = (world: LiedWorld, count: number) => {
  const folder = world.folder();
  folder.messages = folder.messages.slice(0, count);
  folder.uidNext = (folder.messages.at(-1)?.uid ?? 0) + 1;
};

describe("a message that becomes visible late", () => {
  it("is stored though a higher one was pulled before it", async () => {
    const world = await aFilledWorld(server, 5);
    world.deliver(smallMail(6));
    const show = hide(world, 6);
    world.deliver(smallMail(7));
    await world.pull();
    expect(world.cursor()?.lastUid).toBe(7);
    show();

    await world.pull();

    expect(world.storedIds()).toEqual(idsTo(7));
  });

  it("is stored though UIDNEXT counted it before, and nothing else changes when it is shown", async () => {
    const world = await aFilledWorld(server, 5);
    world.deliver(smallMail(6));
    const show = hide(world, 6);
    server.script = (answer) => [answer.replace(/MESSAGES 5\b/, "MESSAGES 6")];
    await world.pull();
    show();

    await world.pull();

    expect(world.storedIds()).toEqual(idsTo(6));
  });

  it("is asked for soon where only UIDNEXT counts it, and four times a day where nothing does", async () => {
    const world = await aFilledWorld(server, 5);
    world.deliver(smallMail(6));
    const show = hide(world, 6);
    await world.pull();
    show();
    server.script = (answer) => [answer.replace(/MESSAGES 6\b/, "MESSAGES 5")];
    const pulledAfter = async (ms: number) => {
      world.wait(ms);
      await world.pull();
      return world.storedIds().length;
    };

    expect([await pulledAfter(120_000), await pulledAfter(180_000)]).toEqual([5, 6]);

    world.deliver(smallMail(7));
    const later = hide(world, 7);
    server.script = (answer) => [answer.replace(/UIDNEXT 8/, "UIDNEXT 7").replace(/MESSAGES \d+/, "MESSAGES 6")];
    await world.pull();
    later();
    expect([await pulledAfter(5.9 * 3_600_000), await pulledAfter(0.2 * 3_600_000)]).toEqual([6, 7]);
  });

  it("is found among the last 200 UIDs, and among those received in the last two days", async () => {
    const world = await aFilledWorld(server, 10);
    const show = [hide(world, 3), hide(world, 9)];
    await world.pull();
    for (let n = 11; n <= 260; n += 1) world.deliver(smallMail(n), { receivedAt: day(n > 200 ? 0 : 1) });
    await world.pull();
    for (const shown of show) shown();

    await world.pull();

    expect(world.stored.size).toBe(260);
  });
});

describe("UIDs that are used again without a new UIDVALIDITY", () => {
  it("are read from the last message that is still the same, with as many messages as before", async () => {
    const world = await aFilledWorld(server, 10);
    restore(world, 6);
    for (let n = 11; n <= 14; n += 1) world.deliver(smallMail(n));
    server.commands.splice(0);

    world.wait(6 * 3_600_000);
    await world.pull();

    expect(world.storedIds()).toEqual(idsTo(14));
    expect(world.cursor()?.lastUid).toBe(10);
    expect(server.commands.filter((command) => command.includes("SINCE"))).toEqual([]);
  });

  it("are read though the last of them was deleted", async () => {
    const world = await aFilledWorld(server, 10);
    restore(world, 6);
    for (let n = 11; n <= 15; n += 1) world.deliver(smallMail(n));
    hide(world, 10);
    hide(world, 11);

    await world.pull();

    expect(world.storedIds()).toEqual([...idsTo(10), ...[11, 12, 13].map(idOf)].toSorted());
  });

  it.each([
    ["size", day(1), "and more of it\r\n"],
    ["second", new Date(day(1).getTime() + 1_000), ""],
  ])("are known by another %s alone", async (_, receivedAt, more) => {
    const world = await aFilledWorld(server, 3);
    restore(world, 2);
    world.deliver(Buffer.concat([smallMail(4), Buffer.from(more)]), { receivedAt });

    world.wait(6 * 3_600_000);
    await world.pull();

    expect(world.storedIds()).toEqual(idsTo(4));
  });

  it("are read from the beginning where nothing that is known is left", async () => {
    const world = await aFilledWorld(server, 250);
    restore(world, 2);
    for (let n = 251; n <= 255; n += 1) world.deliver(smallMail(n));

    await world.pull();

    expect(world.stored.size).toBe(255);
    expect(world.cursor()?.lastUid).toBe(7);
  });
});

describe("mail that arrives now with a date of years ago", () => {
  it("is stored once the mailbox is filled; what was there before is not", async () => {
    const world = await aLiedWorld(server);
    world.deliver(smallMail(1), { receivedAt: day(2_000) });
    world.deliver(smallMail(2));
    await world.pull();
    expect(world.storedIds()).toEqual([idOf(2)]);

    world.deliver(smallMail(3), { receivedAt: day(2_000) });
    await world.pull();

    expect(world.storedIds()).toEqual([idOf(2), idOf(3)]);
    expect(world.cursor()?.lastUid).toBe(3);
  });
});

describe("a cursor that version 0.2 wrote", () => {
  const asBefore = (world: LiedWorld) => {
    const state = world.states.get(world.mailbox.id)!;
    state.cursors = state.cursors.map(({ path, role, uidValidity, lastUid, since }) => {
      const last = path === "INBOX" ? { last: { uid: lastUid, receivedAt: day(1), size: smallMail(lastUid).length } } : {};
      return { path, role, uidValidity, lastUid, since, starts: 0, ...last };
    });
  };

  it("goes on, stores nothing twice, and finds what its version had missed at the end", async () => {
    const world = await aFilledWorld(server, 5);
    world.stored.delete([...world.stored.values()].find(({ message }) => message.messageId === idOf(3))!.message.id);
    asBefore(world);
    world.deliver(smallMail(6));

    await world.pull();

    expect(world.storedIds()).toEqual(idsTo(6));
    expect(world.cursor()).toMatchObject({ lastUid: 6, filled: true });
  });
});

describe("a cursor", () => {
  it("stands at the last message that was read, wherever UIDNEXT is", async () => {
    server.script = (answer) => [answer.replace(/UIDNEXT \d+/, "UIDNEXT 900")];

    expect((await aFilledWorld(server, 5)).cursor()).toMatchObject({ lastUid: 5, filled: true });
  });
});

describe("a poll", () => {
  it("takes a login and one question when nothing is new, and five more for a folder that changed", async () => {
    const world = await aFilledWorld(server, 5);
    const asked = async () => {
      server.commands.splice(0);
      await world.pull();
      return server.commands.map((command) => command.split(" ")[0]);
    };

    expect(await asked()).toEqual(["LOGIN", "LIST"]);
    world.deliver(smallMail(6));
    expect(await asked()).toEqual(["LOGIN", "LIST", "EXAMINE", "UID", "UID", "UID", "UID"]);
  });

  it("of a folder's first 500 messages takes a login and six questions, the empty folders beside it included", async () => {
    const world = await aLiedWorld(server);
    for (let n = 1; n <= 500; n += 1) world.deliver(smallMail(n), { receivedAt: day(n <= 100 ? 60 : 1) });
    server.commands.splice(0);

    await world.pull();

    expect(server.commands.map((command) => command.split(" ").slice(0, 2).join(" "))).toEqual([
      expect.stringContaining("LOGIN"),
      'LIST ""',
      expect.stringContaining("EXAMINE"),
      "UID SEARCH",
      "UID FETCH",
      "UID FETCH",
      "UID FETCH",
    ]);
    expect(world.stored.size).toBe(400);
    expect(world.cursor()).toMatchObject({ lastUid: 500, filled: true });
  });

  it("asks for a larger folder's dates twice, and for its end once", async () => {
    const world = await aLiedWorld(server);
    for (let n = 1; n <= 501; n += 1) world.deliver(smallMail(n), { receivedAt: day(n <= 500 ? 60 : 1) });
    server.commands.splice(0);

    await world.pull();

    expect(server.commands.filter((command) => command.startsWith("UID SEARCH")).map((command) => command.includes("SINCE"))).toEqual([
      false,
      true,
      true,
    ]);
    expect(world.storedIds()).toEqual([idOf(501)]);
  });

  it("asks for a folder's end again when mail arrives while it is read for the first time", async () => {
    const world = await aLiedWorld(server);
    for (let n = 1; n <= 3; n += 1) world.deliver(smallMail(n));
    let isLate = false;
    server.script = (answer, { command }) => {
      if (isLate || !command.includes("BODY.PEEK[]")) return [answer];
      isLate = true;
      world.deliver(smallMail(4));
      return ["* 4 EXISTS\r\n", answer];
    };

    await world.pull();

    expect(world.storedIds()).toEqual(idsTo(4));
  });

  it("is refused, and nothing moves, when the server's line has no end that can be held", async () => {
    const world = await aFilledWorld(server, 5);
    world.deliver(smallMail(6));
    const uids = `* SEARCH${" 1000000".repeat(1_600_000)}\r\n`;
    server.script = (answer) => (answer.startsWith("* SEARCH") ? [uids] : [answer]);

    expect((await world.pull()).error).toContain("does not answer as expected");

    expect(world.cursor()?.lastUid).toBe(5);
  });

  it("gives a message without a date the time of its topmost Received header", async () => {
    const world = await aLiedWorld(server);
    world.deliver(smallMail(1));
    server.script = (answer) => [answer.replace(/INTERNALDATE "[^"]*"/, "INTERNALDATE NIL")];

    await world.pull();

    expect([...world.stored.values()].map(({ message }) => message.receivedAt)).toEqual([new Date("2026-11-20T10:00:01Z")]);
  });

  it("tells that a message is whole although its size says more, once nothing follows its literal", async () => {
    const world = await aLiedWorld(server);
    world.deliver(smallMail(1));
    world.deliver(smallMail(2));
    server.script = (answer) => [answer.startsWith("* 1 FETCH") ? answer.replace(/RFC822\.SIZE \d+/, "RFC822.SIZE 900") : answer];

    await world.pull();

    expect([...world.stored.values()].map(({ message }) => message.bodyTruncated)).toEqual([false, false]);
  });

  it("tells that a message is cut when octets follow its literal", async () => {
    const world = await aLiedWorld(server);
    world.deliver(smallMail(1));
    world.deliver(smallMail(2));
    const cut = (answer: string) =>
      answer.replace(
        /BODY\[\] \{\d+\}\r\n([^]*)$/,
        (_, rest: string) => `BODY[] {${rest.length - 13}}\r\n${rest.slice(0, rest.length - 13)})\r\n`,
      );
    server.script = (answer) => [answer.startsWith("* 1 FETCH") ? cut(answer) : answer];

    await world.pull();

    const told = [...world.stored.values()].filter(({ message }) => message.bodyTruncated);
    expect(told.map(({ message }) => message.uid)).toEqual([1]);
  });
});
