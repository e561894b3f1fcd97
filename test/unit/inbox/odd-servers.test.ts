import { describe, expect, it } from "vitest";
import { syncMailbox, type SyncPorts } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import { ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySync } from "#test/support/memory/inbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";
import type { Script } from "#test/support/scripted-proxy.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

const now = new Date("2026-11-21T09:00:00Z");
const day = (n: number) => new Date(now.getTime() - n * 86_400_000);

const server = await scriptedImap();

const small = (n: number) => rawMail({ headers: { "Message-ID": `<m${n}@peer.test>`, Subject: `Mail ${n}` }, body: `Body ${n}\n` });
/** Over the size up to which a message is fetched whole. */
const large = (n: number) => {
  const file = Buffer.alloc(120_000, n).toString("base64").replace(/.{76}/g, "$&\n");
  const part = (type: string, ...lines: string[]) => ["--b", `Content-Type: ${type}`, ...lines].join("\n");
  const body = [
    part("text/plain", "", `Large ${n}`),
    part("application/pdf; name=a.pdf", "Content-Transfer-Encoding: base64", "Content-Disposition: attachment", "", file),
    "--b--",
    "",
  ].join("\n");
  return rawMail({ headers: { "Message-ID": `<m${n}@peer.test>`, "Content-Type": "multipart/mixed; boundary=b" }, body });
};

/** A mailbox of two small mails and a large one, received on different days, one of them read; and the real sync on it. */
const aWorld = async () => {
  const sync = memorySync(() => now.getTime());
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({ inboxSyncEnabled: true, inboxSyncFrom: day(30), inboxEnabledAt: now });
  await mailboxes.insert(mailbox, {});
  const deliver = (raw: Buffer, receivedAt: Date, flags: readonly string[] = []) =>
    server.store.deliver(mailbox.email, raw, { receivedAt, flags });
  const account = { host: "localhost", port: 993, username: mailbox.email, credential: { password: "sandbox" } };
  const ports: SyncPorts = {
    ...sync,
    mailboxes,
    mailReader: server.reader,
    mailAccounts: { imap: async () => account, renew: async () => false },
    clock: { now: () => now },
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const pull = async () => {
    const current = (await mailboxes.findForJob(mailbox.id)) ?? mailbox;
    return syncMailbox(ports, current, { signal: AbortSignal.timeout(3_000) });
  };
  const content = () =>
    [...sync.stored.values()]
      .map(({ message, body }) => ({ message: { ...message, id: "", userId: "", mailboxId: "", createdAt: now, uidValidity: "" }, body }))
      .toSorted((a, b) => a.message.uid - b.message.uid);
  const cursor = () => sync.states.get(mailbox.id)?.cursors.find(({ path }) => path === "INBOX");
  return { ...sync, mailbox, deliver, pull, content, cursor };
};

const filled = async () => {
  const world = await aWorld();
  world.deliver(small(1), day(9), ["\\Seen"]);
  world.deliver(large(2), day(8));
  world.deliver(small(3), day(7));
  return world;
};

/** Pulls until the server has nothing more to tell; a cut or refused pull is followed by the next one. */
const settle = async (world: Awaited<ReturnType<typeof aWorld>>) => {
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
      expect(usual.content()).toHaveLength(3);
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

        expect({ at, stored: world.content() }).toEqual({ at, stored: usual.content() });
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
      world.deliver(small(4), day(1));
      await world.pull();
      expect(world.content()).toHaveLength(4);
      expect(world.cursor()?.lastUid).toBe(4);
    }
  });

  it("are looked through again when a cursor holds no number", async () => {
    const world = await filled();
    await world.pull();
    const state = world.states.get(world.mailbox.id)!;
    state.cursors = state.cursors.map((cursor) => ({ ...cursor, lastUid: Number.NaN }));
    world.deliver(small(4), day(1));

    await world.pull();

    expect(world.content()).toHaveLength(4);
    expect(world.cursor()?.lastUid).toBe(4);
  });

  it("are looked through again when they went back, as after a restored backup, seen or not seen meanwhile", async () => {
    for (const seen of [true, false]) {
      const world = await aWorld();
      for (let n = 1; n <= 50; n++) world.deliver(small(n), day(9));
      await world.pull();
      const inbox = server.store.folder(world.mailbox.email, "INBOX")!;
      server.store.expunge(world.mailbox.email, inbox, new Set([41, 42, 43, 44, 45, 46, 47, 48, 49, 50]));
      inbox.uidNext = 41;
      if (seen) await world.pull();
      for (let n = 51; n <= 70; n++) world.deliver(small(n), day(1));

      await world.pull();

      expect({ seen, stored: world.stored.size }).toEqual({ seen, stored: 70 });
      expect(world.cursor()?.lastUid).toBe(60);
    }
  });
});
