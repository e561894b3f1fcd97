import { describe, expect, it } from "vitest";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import { aPullWorld, mail, mails, now } from "#test/support/pull-world.ts";

const places = (world: Awaited<ReturnType<typeof aPullWorld>>) =>
  [...world.stored.values()].map(({ message: { messageId, folder, uid, onServer } }) => [
    messageId,
    ...(onServer === false ? ["gone"] : [folder, uid]),
  ]);
const first = "<m0@peer.test>";

/** Two messages in INBOX, pulled. */
const aWorld = async () => {
  const world = await aPullWorld();
  world.server.deliver(mails(2));
  await world.pull();
  world.server.calls.splice(0);
  return world;
};
const audit = async (world: Awaited<ReturnType<typeof aWorld>>) => {
  await world.audits.ask(world.mailbox);
  await world.pull();
  return (await world.audits.find(world.mailbox))?.last;
};

describe("a message that is moved between folders", () => {
  it("stays one message and lies where it was moved to", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk");

    expect(await world.pull()).toMatchObject({ stored: 0, error: "" });

    expect(places(world)).toEqual([
      [first, "Junk", 1],
      ["<m1@peer.test>", "INBOX", 2],
    ]);
  });

  it("follows back and forth", async () => {
    const world = await aWorld();
    for (const [from, to] of [
      ["INBOX", "Junk"],
      ["Junk", "INBOX"],
      ["INBOX", "Junk"],
    ] as const) {
      const at = [...world.stored.values()][0]!.message.uid;
      const uid = world.server.move(at, from, to);
      await world.pull();
      expect(places(world)[0]).toEqual([first, to, uid]);
    }
    expect(world.stored.size).toBe(2);
  });

  it("stays where it was when it is only copied, and lies at the copy once it is deleted", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk", { isCopied: true });
    await world.pull();
    expect(places(world)[0]).toEqual([first, "INBOX", 1]);
    expect(await world.moves.unsettled(world.mailbox)).toEqual([]);

    world.server.remove(1);
    await world.pull();

    expect(places(world)[0]).toEqual([first, "Junk", 1]);
  });

  it("is found though it is older than what the folder's end tells", async () => {
    const world = await aPullWorld();
    world.server.deliver(Array.from({ length: 300 }, (_, n) => mail(n, { receivedAt: new Date(now.getTime() - 5 * 86_400_000) })));
    await world.pull();
    world.server.move(1, "INBOX", "Junk");

    await world.pull();

    expect(places(world)[0]).toEqual([first, "Junk", 1]);
  });

  it("is found by the next pull when the one that saw it was killed, or could not look", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk");
    world.server.state.fails = (call) => (call.startsWith("search of") ? new Error("not now") : undefined);
    expect(await world.pull()).toMatchObject({ error: "" });
    expect(places(world)[0]).toEqual([first, "INBOX", 1]);

    world.server.state.fails = () => undefined;
    world.server.deliver([mail(7)]);
    await world.pull();

    expect(places(world)[0]).toEqual([first, "Junk", 1]);
  });

  it("lies at its copy when its own folder is read no more, though the server still has it there", async () => {
    const world = await aPullWorld();
    world.server.create("Projects");
    world.server.deliver(mails(2));
    await world.pull();
    world.server.move(1, "INBOX", "Projects");
    await world.pull();
    expect(places(world)[0]).toEqual([first, "Projects", 1]);
    world.server.move(1, "Projects", "INBOX", { isCopied: true });
    const mailReader: MailReader = {
      open: async (...to) => {
        const session = await world.server.reader.open(...to);
        return { ...session, folders: async (...asked) => (await session.folders(...asked)).filter(({ path }) => path !== "Projects") };
      },
    };
    await world.pull({}, { mailReader });

    expect(places(world)[0]).toEqual([first, "INBOX", 3]);
  });

  it("lies at its copy when its own folder's UIDs mean something else", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk", { isCopied: true });
    const mailReader: MailReader = {
      open: async (...to) => {
        const session = await world.server.reader.open(...to);
        return {
          ...session,
          open: async (path) => {
            if (path === "INBOX" && world.server.calls.includes("open Junk")) world.server.renumber();
            return session.open(path);
          },
        };
      },
    };
    await world.pull({}, { mailReader });

    expect(places(world)[0]).toEqual([first, "Junk", 1]);
    await world.pull();
    expect(world.stored.size).toBe(2);
  });

  it("lies at its copy when its own folder was made anew before anybody looked, though opening that tells no UIDVALIDITY", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk", { isCopied: true });
    world.server.state.fails = (call) => (call.startsWith("search of") ? new Error("NO") : undefined);
    await world.pull();
    world.server.state.fails = () => undefined;
    world.server.remove(1);
    world.server.renumber();
    const mailReader: MailReader = {
      open: async (...to) => {
        const session = await world.server.reader.open(...to);
        const open: typeof session.open = async (path) => {
          const opened = await session.open(path);
          return opened && { ...opened, uidValidity: "" };
        };
        return { ...session, open };
      },
    };
    await world.pull({}, { mailReader });

    // Under the new UIDs another message lies where this one was.
    expect(places(world)).toEqual([
      [first, "Junk", 1],
      ["<m1@peer.test>", "INBOX", 1],
    ]);
  });
});

describe("an audit", () => {
  it("finds what was copied where it was deleted, and heals nothing by it", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk", { isCopied: true });
    await world.pull();

    expect(await audit(world)).toMatchObject({ complete: true, folders: [{ healed: 0 }, { healed: 0 }] });
    expect(places(world)[0]).toEqual([first, "INBOX", 1]);
    expect(world.told).toEqual([]);
  });

  it("tells that a message is gone when it is gone everywhere, and that alone", async () => {
    const world = await aWorld();
    world.server.move(1, "INBOX", "Junk");
    await world.pull();
    world.server.remove(1, "Junk");
    world.server.remove(2);

    await audit(world);

    expect(places(world).map(([, place]) => place)).toEqual(["gone", "gone"]);
  });

  it("that told a message to be gone is taken back when it is seen in another folder", async () => {
    const world = await aWorld();
    world.server.remove(1);
    await audit(world);
    expect(places(world)[0]).toEqual([first, "gone"]);

    world.server.deliver([mail(0)], "Junk");
    await world.pull();

    expect(places(world)[0]).toEqual([first, "Junk", 1]);
  });
});
