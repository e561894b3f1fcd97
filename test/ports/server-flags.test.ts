import { expect, it } from "vitest";
import { mongoPolls } from "#shared/inbox/store/sync-states.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { changesWorld } from "#test/support/changes-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();

describeOnMongo("a flag of the server", (connect) => {
  const aWorld = changesWorld(connect, server);
  const without = (capability: string) => {
    server.script = (answer) => [answer.replaceAll(new RegExp(` ${capability}(?=[ \\]\r])`, "g"), "")];
  };
  const sent = (name: string) => server.commands.filter((command) => command.startsWith(name));

  const flagAt = async (world: Awaited<ReturnType<typeof aWorld>>, subject: string, ...flags: string[]) => {
    const folder = world.folder();
    const mail = folder.messages.find(({ raw }) => raw.includes(`Subject: ${subject}\r`))!;
    server.store.setFlags(world.mailbox.email, folder, mail, flags);
  };
  const probe = async (world: Awaited<ReturnType<typeof aWorld>>) => {
    const { pulls } = await probeMailboxes({ ...world.ports, polls: mongoPolls(connect), syncQueue: { add: async () => undefined } }, [
      world.mailbox.id,
    ]);
    return pulls;
  };

  it("comes back by CONDSTORE, with the event, and costs an idle poll no command more", async () => {
    const world = await aWorld(["one", "two"]);
    const plain = await aWorld(["one", "two"], { syncChanges: false });
    const idle = async (one: typeof world) => {
      const before = server.commands.length;
      expect(await probe(one)).toBe(0);
      return server.commands.length - before;
    };
    expect(await idle(world)).toBe(await idle(plain));
    await flagAt(world, "one", "\\Seen", "\\Flagged");
    await flagAt(plain, "one", "\\Seen");
    expect([await probe(world), await probe(plain)]).toEqual([1, 0]);
    await world.pull();
    await plain.pull();

    expect(await world.row("one")).toMatchObject({ isRead: true, isFlagged: true });
    expect(await world.row("two")).toMatchObject({ isRead: false });
    expect(await plain.row("one")).toMatchObject({ isRead: false });
    expect((await plain.row("one")).isFlagged).toBeUndefined();
    expect(sent("UID FETCH 1:* (UID FLAGS MODSEQ) (CHANGEDSINCE").length).toBeGreaterThan(0);
    expect(await world.threads.find(world.mailbox.userId, (await world.row("one")).threadId)).toMatchObject({ unreadCount: 0 });
    await idle(world);
  });

  it("comes with what went meanwhile in the commands that look for new mail, so that QRESYNC (RFC 7162, 3.2) would save none", async () => {
    const world = await aWorld(["one", "two", "three"]);
    await world.pull();
    const pulled = async (change: () => unknown) => {
      await change();
      const before = server.commands.length;
      await world.pull();
      return server.commands.slice(before).map((command) => command.replaceAll(/\d+/g, "n"));
    };
    const ofFlag = await pulled(() => flagAt(world, "one", "\\Seen"));
    const ofBoth = await pulled(async () => {
      await flagAt(world, "one", "\\Flagged");
      server.store.expunge(world.mailbox.email, world.folder(), new Set([world.folder().messages[1]!.uid]));
    });
    const status = "(HIGHESTMODSEQ UIDNEXT UIDVALIDITY MESSAGES)";
    const begun = [expect.stringMatching(/^LOGIN /), `LIST "" ("*") RETURN (SPECIAL-USE STATUS ${status})`, "EXAMINE INBOX"];
    const flags = "UID FETCH n:* (UID FLAGS MODSEQ) (CHANGEDSINCE n)";
    // With QRESYNC: LOGIN, ENABLE, LIST and a SELECT that tells of both, as many. What SEARCH tells of the folder's end proves that nothing new is left out.
    expect(ofFlag).toEqual([...begun, flags]);
    expect(ofBoth.filter((command) => !/^UID (?:SEARCH|FETCH n,n)/.test(command))).toEqual([...begun, "EXAMINE INBOX", flags]);
  });

  it("comes back by the newest messages' flags every ten minutes where there is no CONDSTORE", async () => {
    without("CONDSTORE");
    const from = server.commands.length;
    const world = await aWorld(["one", "two"]);
    await flagAt(world, "two", "\\Seen");
    expect(await probe(world)).toBe(0);
    world.clock.later += 10 * 60_000;
    expect(await probe(world)).toBe(1);
    await world.pull();

    expect(await world.row("two")).toMatchObject({ isRead: true });
    expect(server.commands.slice(from).filter((command) => command.includes("CHANGEDSINCE"))).toEqual([]);
    expect(await probe(world)).toBe(0);
  });

  it("comes with mail that was read before it was pulled, and unread again", async () => {
    const world = await aWorld(["one"]);
    world.put("new");
    await flagAt(world, "new", "\\Seen");
    await world.pull();
    expect(await world.row("new")).toMatchObject({ isRead: true });
    await flagAt(world, "new");
    await world.pull();
    expect(await world.row("new")).toMatchObject({ isRead: false });
  });

  it("does not come back over what was changed here and waits for the server", async () => {
    const world = await aWorld(["one"]);
    await world.ask("one", { isRead: true });
    server.script = (answer, { command }) => [command.startsWith("UID STORE") ? answer.replace(/^(\S+) OK.*/, "$1 NO later") : answer];
    await flagAt(world, "one", "\\Flagged");
    server.store.setFlags(world.mailbox.email, world.folder(), world.folder().messages[0]!, ["\\Flagged"]);
    await world.pull();

    expect(await world.row("one")).toMatchObject({ isRead: true, isFlagged: true, serverState: "pending" });
  });
});
