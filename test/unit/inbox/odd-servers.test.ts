import { describe, expect, it } from "vitest";
import { aLiedWorld, largeMail, type LiedWorld, smallMail } from "#test/support/lied-world.ts";
import { day, now } from "#test/support/pull-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";
import type { Script } from "#test/support/scripted-proxy.ts";

const server = await scriptedImap();

/** A mailbox of two small mails and a large one, received on different days, one of them read. */
const filled = async () => {
  const world = await aLiedWorld(server);
  world.deliver(smallMail(1), { receivedAt: day(9), flags: ["\\Seen"] });
  world.deliver(largeMail(2), { receivedAt: day(8) });
  world.deliver(smallMail(3), { receivedAt: day(7) });
  return world;
};
const content = ({ stored }: LiedWorld) =>
  [...stored.values()]
    .map(({ message, body }) => ({ message: { ...message, id: "", userId: "", mailboxId: "", createdAt: now, uidValidity: "" }, body }))
    .toSorted((a, b) => a.message.uid - b.message.uid);

/** Pulls until the server has nothing more to tell; a cut or refused pull is followed by the next one. */
const settle = async (world: LiedWorld) => {
  for (let i = 0; i < 6; i++) {
    const { error, skipped, remaining } = await world.pull();
    if (error === "" && skipped === "" && remaining === 0 && i > 0) return;
  }
};

const untagged: Record<string, readonly string[]> = {
  "EXPUNGE, EXISTS and RECENT": ["* 7 EXISTS", "* 5 RECENT", "* 3 EXPUNGE", "* 1 EXPUNGE", "* 1 EXPUNGE", "* 0 EXISTS"],
  "FLAGS, OK, NO, ALERT and words that are unknown": [
    "* FLAGS (\\Seen $Label)",
    "* OK still here",
    "* OK [ALERT] the disk is full",
    "* OK [UIDNEXT 900] later",
    "* NO a warning",
    "* BAD what",
    "* XLIST unknown",
    "* 12 XNEWS",
  ],
  "FETCH, with UID and without, of what was asked for and what was not": [
    "* 1 FETCH (FLAGS (\\Seen))",
    "* 9 FETCH (FLAGS ())",
    "* 1 FETCH (UID 1 FLAGS (\\Seen))",
    "* 2 FETCH (FLAGS () UID 2)",
    "* 3 FETCH (UID 3 FLAGS (\\Flagged) MODSEQ (9))",
    '* 4 FETCH (UID 44 RFC822.SIZE 10 FLAGS () INTERNALDATE "20-Nov-2026 10:00:00 +0000" BODY[] {2}\r\nhi)',
  ],
  BYE: ["* BYE shutting down"],
};

describe("what a server says unasked", () => {
  for (const [what, lines] of Object.entries(untagged))
    it(`changes nothing that is stored, wherever it is said: ${what}`, async () => {
      const usual = await filled();
      await settle(usual);
      const points = await (async () => {
        const counted = await filled();
        await counted.pull();
        return server.answers;
      })();
      expect(content(usual)).toHaveLength(3);
      expect(points).toBeGreaterThan(15);

      // Behind the greeting: before it a server says nothing else.
      for (let at = 1; at < points; at++) {
        const world = await filled();
        let said = false;
        server.script = (answer, { index }) => {
          if (said || index !== at) return [answer];
          said = true;
          return [...lines.map((line) => `${line}\r\n`), answer];
        };
        await settle(world);

        expect({ at, stored: content(world) }).toEqual({ at, stored: content(usual) });
        expect({ at, cursor: world.cursor()?.lastUid }).toEqual({ at, cursor: 3 });
      }
    }, 60_000);
});

describe("the UIDs of a folder", () => {
  /** Answers to EXAMINE and STATUS without UIDNEXT. */
  const withoutUidNext: Script = (answer, { command }) =>
    command.startsWith("EXAMINE") && /UIDNEXT/.test(answer)
      ? []
      : [command.startsWith("STATUS") ? answer.replace(/ ?UIDNEXT \d+/, "") : answer];

  it("are found where SELECT does not tell UIDNEXT, with STATUS or without", async () => {
    for (const script of [
      withoutUidNext,
      (answer, { command }) => (command.startsWith("STATUS") ? [answer] : withoutUidNext(answer, { index: 0, command })),
    ] as Script[]) {
      const world = await filled();
      server.script = script;
      await world.pull();
      expect(world.cursor()?.lastUid).toBe(3);
      world.deliver(smallMail(4), { receivedAt: day(1) });
      await world.pull();
      expect(content(world)).toHaveLength(4);
      expect(world.cursor()?.lastUid).toBe(4);
    }
  });

  it("are looked through again when a cursor holds no number", async () => {
    const world = await filled();
    await world.pull();
    const state = world.states.get(world.mailbox.id)!;
    state.cursors = state.cursors.map((cursor) => ({ ...cursor, lastUid: Number.NaN }));
    world.deliver(smallMail(4), { receivedAt: day(1) });

    await world.pull();

    expect(content(world)).toHaveLength(4);
    expect(world.cursor()?.lastUid).toBe(4);
  });

  it("are looked through again when they went back, as after a restored backup, seen or not seen meanwhile", async () => {
    for (const seen of [true, false]) {
      const world = await aLiedWorld(server);
      for (let n = 1; n <= 50; n++) world.deliver(smallMail(n), { receivedAt: day(9) });
      await world.pull();
      const inbox = world.folder();
      server.store.expunge(world.mailbox.email, inbox, new Set([41, 42, 43, 44, 45, 46, 47, 48, 49, 50]));
      inbox.uidNext = 41;
      if (seen) await world.pull();
      for (let n = 51; n <= 70; n++) world.deliver(smallMail(n), { receivedAt: day(1) });

      await world.pull();

      expect({ seen, stored: world.stored.size }).toEqual({ seen, stored: 70 });
      expect(world.cursor()?.lastUid).toBe(60);
    }
  });
});
