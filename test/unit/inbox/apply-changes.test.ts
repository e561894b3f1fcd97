// What a pull does at the server for a change, and what keeps it from touching other mail.
import { describe, expect, it } from "vitest";
import { applyChanges, type ChangePorts, readFlags } from "#shared/inbox/changes/apply-changes.ts";
import type { ChangeOutcome, MailChanges, PendingChange } from "#shared/inbox/ports/messages.ts";
import type { Pull } from "#shared/inbox/pull/pull.ts";
import { fingerprint } from "#shared/mail/read/mail-ids.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const MINUTE_MS = 60_000;
const WAITS_MS = 4_320 * MINUTE_MS;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const raw = (id: string, body = "Hi") => Buffer.from(`Message-ID: ${id}\r\nSubject: s\r\n\r\n${body}\r\n`);
const MINE = raw("<mine@x>");

interface Folder {
  uidValidity: string;
  mails: Map<number, Buffer>;
}

/** A server with folders of mail; `does` happens at a call, before it. */
const rig = (wish: object = {}, facts: Partial<PendingChange> = {}, moves: MailChanges["moves"] = "move") => {
  const folders = new Map<string, Folder>([
    ["INBOX", { uidValidity: "1", mails: new Map([[7, MINE]]) }],
    ["Trash", { uidValidity: "2", mails: new Map() }],
    ["Work", { uidValidity: "3", mails: new Map() }],
  ]);
  const calls: string[] = [];
  const settled: ChangeOutcome[] = [];
  const begun: Date[] = [];
  const world = { does: (_call: string): void => undefined, begins: true, tells: true, published: 0, signal: new AbortController() };
  let current: Folder | undefined;
  const told = (call: string) => {
    world.does(call);
    calls.push(call);
  };
  const put = (path: string, mail: Buffer) => {
    const { mails, uidValidity } = folders.get(path)!;
    const uid = Math.max(0, ...mails.keys()) + 1;
    mails.set(uid, mail);
    return world.tells ? { folder: path, uidValidity, uid } : undefined;
  };
  const idOf = (mail: Buffer) => parseMessage(mail).messageId;
  const changes: MailChanges = {
    moves,
    open: async (path) => {
      world.does(`open ${path}`);
      current = folders.get(path);
      return current && { uidValidity: current.uidValidity };
    },
    messageIds: async (uids) => new Map(uids.flatMap((uid) => (current!.mails.has(uid) ? [[uid, idOf(current!.mails.get(uid)!)]] : []))),
    named: async (id) => [...current!.mails].flatMap(([uid, mail]) => (idOf(mail) === id ? [uid] : [])),
    flags: async (among) => {
      told(`flags ${JSON.stringify(among)}`);
      return new Map([[7, { isRead: true, isFlagged: false }]]);
    },
    folderFor: async (word) => ({ trash: "Trash", inbox: "INBOX" })[word as "trash"],
    setFlags: async (uid, { isRead, isFlagged }) => told(`set ${uid} ${isRead ?? "-"} ${isFlagged ?? "-"}`),
    move: async (uid, path) => {
      told(`move ${uid} ${path}`);
      const mail = current!.mails.get(uid)!;
      current!.mails.delete(uid);
      return put(path, mail);
    },
    copy: async (uid, path) => {
      told(`copy ${uid} ${path}`);
      return put(path, current!.mails.get(uid)!);
    },
    remove: async (uid) => {
      told(`remove ${uid}`);
      current!.mails.delete(uid);
    },
  };
  const session = {
    changes,
    open: (path: string) => changes.open(path),
    facts: async (uids: readonly number[]) => uids.map((uid) => ({ uid })),
    fetch: async (some: readonly { uid: number }[]) =>
      some.map(({ uid }) => ({ facts: { uid }, parsed: parseMessage(current!.mails.get(uid)!) })),
  };
  const change = {
    id: "m",
    folder: "INBOX",
    uidValidity: "1",
    uid: 7,
    messageId: "<mine@x>",
    dedupeKey: fingerprint(parseMessage(MINE)),
    wish: { token: "t", at: ago(0), dueAt: NOW, attempts: 0, isRead: true, ...wish },
    ...facts,
  } as PendingChange;
  const ports = {
    clock: { now: () => NOW },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    eventOutbox: { publish: async () => ((world.published += 1), []) },
    syncStates: { save: async (_: unknown, cursors: unknown) => void calls.push(`save ${JSON.stringify(cursors)}`) },
    changes: {
      due: async () => [change],
      begin: async (_: unknown, dueAt: Date) => (begun.push(dueAt), world.begins),
      settle: async (_: unknown, outcome: ChangeOutcome) => void settled.push(outcome),
      take: async (_: unknown, place: { path: string; uidValidity: string }, flags: ReadonlyMap<number, unknown>) => {
        calls.push(`take ${place.path} ${place.uidValidity} ${[...flags.keys()].join()}`);
        return ["m"];
      },
    },
  } as unknown as ChangePorts & Parameters<typeof readFlags>[0];
  const pull = { lease: { id: "box", userId: "u" }, session, brief: false, cursors: [{ path: "INBOX" }, { path: "Work" }] };
  const run = (more: object = {}) => applyChanges(ports, { ...pull, signal: world.signal.signal, ...more } as unknown as Pull);
  const flags = (cursor: object, modseq?: string) =>
    readFlags(ports, { ...pull, signal: world.signal.signal, cursors: [cursor] } as unknown as Pull, { path: "INBOX", modseq } as never);
  return { folders, calls, settled, begun, world, ports, session, run, flags };
};
const reasonOf = ([outcome]: readonly ChangeOutcome[]) => (outcome && "reason" in outcome ? outcome.reason : outcome?.state);
describe("a change at the server", () => {
  it("is made at its place, once counted, and told", async () => {
    const { run, calls, settled, begun, world } = rig();
    await run();

    expect([calls, settled, world.published]).toEqual([["set 7 true -"], [{ state: "done" }], 1]);
    expect(begun).toEqual([new Date(NOW.getTime() + MINUTE_MS)]);
  });

  it.each([
    [0, 1],
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 360],
    [5, 0],
  ])("after %i attempts is due again in %i minutes", async (attempts, minutes) => {
    const { run, begun } = rig({ attempts });
    await run();

    expect(begun).toEqual([new Date(NOW.getTime() + minutes * MINUTE_MS)]);
  });

  it("is made for 72 hours, and not a millisecond longer", async () => {
    const [last, late] = [rig({ at: ago(WAITS_MS) }), rig({ at: ago(WAITS_MS + 1) })];
    await last.run();
    await late.run();

    expect([last.settled, last.calls]).toEqual([[{ state: "done" }], ["set 7 true -"]]);
    expect([reasonOf(late.settled), late.calls]).toEqual(["it could not be made within 72 hours", []]);
  });

  it("is none of a pull that a request waits for, of a wish that was changed, nor of a provider that takes none", async () => {
    const [brief, changed, none] = [rig(), rig(), rig()];
    await brief.run({ brief: true });
    changed.world.begins = false;
    await changed.run();
    await none.run({ session: { ...none.session, changes: undefined } });

    expect([brief.begun, brief.settled, changed.settled, changed.calls]).toEqual([[], [], [], []]);
    expect([reasonOf(none.settled), none.calls]).toEqual(["its provider is reached in a way that takes no changes", []]);
  });

  it.each<[string, (folders: ReadonlyMap<string, Folder>) => void]>([
    ["the folder was made anew", (folders) => void (folders.get("INBOX")!.uidValidity = "9")],
    ["another mail has its UID", (folders) => void folders.get("INBOX")!.mails.set(7, raw("<other@x>"))],
    ["nothing has its UID", (folders) => void folders.get("INBOX")!.mails.delete(7)],
  ])("touches nothing where %s, and is tried again", async (_, meanwhile) => {
    const [first, last] = [rig(), rig({ attempts: 4 })];
    for (const { folders, run } of [first, last]) {
      meanwhile(folders);
      folders.get("INBOX")!.mails.set(1, raw("<mine@x>", "Another body under my id."));
      folders.get("INBOX")!.mails.delete(folders.get("INBOX")!.uidValidity === "9" ? 7 : 0);
      await run();
    }

    expect([first.calls, first.settled, last.calls]).toEqual([[], [], []]);
    expect(reasonOf(last.settled)).toContain("does not have the message");
  });

  it("finds its message elsewhere by its whole content, in a folder that is read, and says where", async () => {
    const { run, folders, calls, settled } = rig();
    folders.get("INBOX")!.mails.delete(7);
    folders.get("Work")!.mails.set(3, raw("<mine@x>", "Not it."));
    folders.get("Work")!.mails.set(4, MINE);
    await run();

    expect([calls, settled]).toEqual([["set 4 true -"], [{ state: "done", at: { folder: "Work", uidValidity: "3", uid: 4 } }]]);
  });

  it("of a message without a Message-ID is looked for nowhere else, and by its content at its place", async () => {
    const bare = Buffer.from("Subject: s\r\n\r\nBare\r\n");
    const facts = { messageId: "", dedupeKey: fingerprint(parseMessage(bare)) };
    const [there, moved, other] = [rig({ attempts: 4 }, facts), rig({ attempts: 4 }, facts), rig({ attempts: 4 }, facts)];
    there.folders.get("INBOX")!.mails.set(7, bare);
    moved.folders.get("INBOX")!.mails.delete(7);
    moved.folders.get("Work")!.mails.set(1, bare);
    other.folders.get("INBOX")!.mails.set(7, Buffer.from("Subject: s\r\n\r\nOther\r\n"));
    for (const { run } of [there, moved, other]) await run();

    expect([there.calls, moved.calls, other.calls]).toEqual([["set 7 true -"], [], []]);
  });

  it("that the server refuses is tried five times; any other failure ends the pull, after what was settled is told", async () => {
    const refused = () => new MailFailure("IMAP", "refused", { at: "session", reply: "NO x" });
    const [first, last, login, lost] = [rig(), rig({ attempts: 4 }), rig(), rig()];
    for (const { world } of [first, last])
      world.does = () => {
        throw refused();
      };
    await first.run();
    await last.run();
    expect([first.settled, reasonOf(last.settled)]).toEqual([[], "its server refused: NO x"]);
    for (const [one, error] of [
      [login, new MailFailure("IMAP", "refused", { at: "login" })],
      [lost, new Error("closed")],
    ] as const) {
      one.world.does = () => {
        throw error;
      };
      await expect(one.run()).rejects.toBe(error);
      expect([one.settled, one.world.published]).toEqual([[], 0]);
    }
  });
});

describe("a move at the server", () => {
  const trash = { isRead: undefined, folder: "trash" };
  const flagsOfIt = ["set 7 - -", 'flags {"uid":7}', "take INBOX 1 7"];

  it("is one step where the server has one, after its flags were taken, and says where it is now", async () => {
    const { run, calls, settled } = rig(trash);
    await run();

    expect(calls).toEqual([...flagsOfIt, "move 7 Trash"]);
    expect(settled).toEqual([{ state: "done", at: { folder: "Trash", uidValidity: "2", uid: 1 } }]);
  });

  it("is found by its content where the server does not say where it is, else nowhere that is known", async () => {
    const [found, lost] = [rig(trash), rig(trash)];
    for (const { world } of [found, lost]) world.tells = false;
    lost.world.does = (call) => void (call === "open Trash" && lost.folders.get("Trash")!.mails.clear());
    await found.run();
    await lost.run();

    expect(found.settled).toEqual([{ state: "done", at: { folder: "Trash", uidValidity: "2", uid: 1 } }]);
    expect(lost.settled).toEqual([{ state: "done", at: { folder: "Trash", uidValidity: "", uid: 0 } }]);
  });

  it("is none where it lies there already, where the mailbox has no such folder, and where the server moves nothing", async () => {
    const [there, none, never] = [rig({ folder: "inbox" }), rig({ folder: "spam" }), rig(trash, {}, "never")];
    for (const { run } of [there, none, never]) await run();

    expect([there.calls, there.settled]).toEqual([["set 7 true -"], [{ state: "done" }]]);
    expect([none.calls, reasonOf(none.settled)]).toEqual([["set 7 true -"], "the mailbox has no folder for spam"]);
    expect([never.calls, reasonOf(never.settled)]).toEqual([["set 7 - -"], expect.stringContaining("neither MOVE nor UIDPLUS")]);
  });

  it("by a copy removes the original once the copy was read there", async () => {
    const { run, calls, folders } = rig(trash, {}, "copy");
    await run();

    expect(calls).toEqual([...flagsOfIt, "copy 7 Trash", "remove 7"]);
    expect([folders.get("INBOX")!.mails.size, folders.get("Trash")!.mails.size]).toEqual([0, 1]);
  });

  it("by a copy takes the one that a killed worker has left", async () => {
    const { run, calls, folders } = rig(trash, {}, "copy");
    folders.get("Trash")!.mails.set(4, MINE);
    await run();

    expect(calls).toEqual([...flagsOfIt, "remove 7"]);
    expect([...folders.get("Trash")!.mails.keys()]).toEqual([4]);
  });

  it.each<[string, (world: ReturnType<typeof rig>, call: string) => void]>([
    ["cannot be read", ({ folders }, call) => void (call === "open Trash" && folders.get("Trash")!.mails.clear())],
    [
      "bears its id alone",
      ({ folders }, call) => {
        if (call === "open Trash") folders.get("Trash")!.mails = new Map([[1, raw("<mine@x>", "No.")]]);
      },
    ],
  ])("removes nothing whose copy %s", async (_, meanwhile) => {
    const world = rig(trash, {}, "copy");
    world.world.does = (call) => meanwhile(world, call);
    await world.run();

    expect(world.calls.filter((call) => call.startsWith("remove"))).toEqual([]);
    expect([world.folders.get("INBOX")!.mails.size, world.settled]).toEqual([1, []]);
  });

  it.each<[string, (inbox: Folder) => void]>([
    ["its folder was made anew", (inbox) => void (inbox.uidValidity = "9")],
    ["another mail has its UID", (inbox) => void inbox.mails.set(7, raw("<other@x>"))],
  ])("removes nothing where meanwhile %s", async (_, meanwhile) => {
    const world = rig(trash, {}, "copy");
    let opened = 0;
    world.world.does = (call) => {
      // The first look at the folder finds the message; the last one comes after the copy.
      if (call === "open INBOX" && (opened += 1) === 3) meanwhile(world.folders.get("INBOX")!);
    };
    await world.run();

    expect(world.calls).toEqual([...flagsOfIt, "copy 7 Trash"]);
    expect(world.settled).toEqual([]);
  });
});

describe("a folder's flags", () => {
  const cursor = (facts: object = {}) => ({ path: "INBOX", uidValidity: "1", ...facts });

  it.each([
    ["of the newest first", undefined, "9", { newest: 500 }],
    ["that changed since the last time", "8", "9", { since: "8" }],
    ["that changed, also where none have", "9", "9", { since: "9" }],
    ["of the newest after a restored backup", "10", "9", { newest: 500 }],
    ["of the newest where the server numbers none", "8", undefined, { newest: 500 }],
  ] as const)("are read %s", async (_, before, now, among) => {
    const { flags, calls, world } = rig();
    await flags(cursor(before === undefined ? {} : { flags: { at: ago(1), modseq: before } }), now);

    const read = { at: NOW.toISOString(), ...(now !== undefined && { modseq: now }) };
    expect(calls).toEqual([
      `flags ${JSON.stringify(among)}`,
      "take INBOX 1 7",
      `save ${JSON.stringify([{ path: "INBOX", uidValidity: "1", flags: read }])}`,
    ]);
    expect(world.published).toBe(1);
  });

  it("are none of a folder that was made anew or is gone, of another one, nor of a pull whose time is over", async () => {
    const [anew, gone, other, over] = [rig(), rig(), rig(), rig()];
    anew.folders.get("INBOX")!.uidValidity = "9";
    gone.folders.delete("INBOX");
    over.world.signal.abort();
    await anew.flags(cursor());
    await gone.flags(cursor());
    await other.flags(cursor({ path: "Work" }));
    await over.flags(cursor());

    expect([anew, gone, other, over].flatMap(({ calls }) => calls)).toEqual([]);
  });
});
