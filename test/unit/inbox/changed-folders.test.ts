import { describe, expect, it } from "vitest";
import { readFlags } from "#shared/inbox/changes/apply-changes.ts";
import { askFolders, changedFolders } from "#shared/inbox/pull/folders.ts";
import type { AskedFolders, FolderStatus, MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { FolderCursor, FolderRole } from "#shared/inbox/pull/sync-state.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const now = new Date("2026-11-21T09:00:00Z");
const since = new Date("2026-11-01T00:00:00Z");
const mailbox = aMailbox({ inboxSyncFrom: since });
const cursor = (role: FolderRole, facts: Partial<FolderCursor> = {}): FolderCursor => ({
  path: role,
  role,
  uidValidity: "1",
  lastUid: 5,
  since,
  starts: 0,
  filled: true,
  told: { uidNext: 6, messages: 5, until: new Date(now.getTime() + 1) },
  ...facts,
});
const status = (role: FolderRole, facts: Partial<FolderStatus> = {}): FolderStatus => ({
  path: role,
  role,
  uidValidity: "1",
  uidNext: 6,
  messages: 5,
  ...facts,
});

describe("the folders to ask about", () => {
  /** What is asked of a server that cannot tell all at once, so many minutes later. */
  const asked = async (minutes: number, { isShort = true, count = 20 } = {}) => {
    const cursors = [cursor("inbox"), ...Array.from({ length: count }, (_, n) => cursor("other", { path: `Folder ${n}` }))];
    let given: AskedFolders | undefined;
    const folders = async (_known: unknown, how?: AskedFolders) => ((given = how), []);
    const at = new Date(now.getTime() + minutes * 60_000);
    await askFolders({ folders } as unknown as MailSession, aMailbox({ folders: ["Folder 1"] }), cursors, { now: at, isShort });
    return given;
  };

  it("are all of them in a pull, and those that the user names are told", async () => {
    expect(await asked(0, { isShort: false })).toEqual({ named: ["Folder 1"], since: expect.any(Date) });
    expect((await asked(0))?.named).toEqual(["Folder 1"]);
  });

  it("are INBOX and three others in a poll, others each minute", async () => {
    const turns = await Promise.all(Array.from({ length: 60 }, async (_, n) => (await asked(n))?.inTurn ?? []));

    expect(turns.every(([first, ...others]) => first === "inbox" && others.length === 3)).toBe(true);
    expect(new Set(turns.flat()).size).toBe(21);
    expect((await asked(0, { count: 2 }))?.inTurn).toHaveLength(3);
  });
});

describe("a folder", () => {
  const changes = (known: readonly FolderCursor[], found: readonly FolderStatus[]) => {
    const { moved, folders, cursors } = changedFolders(mailbox, known, found, now);
    return { moved, into: folders.map(({ status: { path } }) => path), from: cursors.map(({ lastUid }) => lastUid) };
  };

  it.each([
    ["is quiet while its counters are as they were", {}, {}, []],
    ["is looked into when UIDNEXT moved", {}, { uidNext: 7 }, ["inbox"]],
    ["is looked into when UIDNEXT went back", {}, { uidNext: 5 }, ["inbox"]],
    ["is looked into when it holds more or fewer messages", {}, { messages: 4 }, ["inbox"]],
    ["is looked into where STATUS tells nothing", {}, { uidValidity: "" }, ["inbox"]],
    ["is looked into though nothing changed, after a while", { told: { uidNext: 6, messages: 5, until: now } }, {}, ["inbox"]],
    ["is looked into once as version 0.2 left it", { told: undefined, filled: undefined }, {}, ["inbox"]],
    ["is looked into where UIDNEXT is not told", {}, { uidNext: 0 }, ["inbox"]],
    ["is quiet while it is not its turn to be asked", {}, { uidValidity: "", uidNext: 0, isAsked: false }, []],
    [
      "is looked into after a while though it was not its turn",
      { told: { uidNext: 6, messages: 5, until: now } },
      { isAsked: false },
      ["inbox"],
    ],
    ["is looked into when it was never read, though it was not its turn", { told: undefined }, { isAsked: false }, ["inbox"]],
    ["backs off after it failed", { retryAt: new Date(now.getTime() + 1) }, { uidNext: 7 }, []],
    ["is looked into again after that", { retryAt: now }, { uidNext: 7 }, ["inbox"]],
    ["is looked into for a headers-only message that is due", { stubs: [{ uid: 3, triedAt: now, reader: 0 }] }, {}, ["inbox"]],
  ] as const)("%s", (_, known, found, into) => {
    expect(changes([cursor("inbox", known as Partial<FolderCursor>)], [status("inbox", found)])).toEqual({ moved: false, into, from: [5] });
  });

  it("keeps its flags for later while it could not be pulled, because a message that came into it is not known there yet", async () => {
    const flagged = (facts: Partial<FolderCursor>) =>
      changedFolders(
        {
          ...aMailbox({ inboxSyncFrom: since, syncChanges: true, inboxSyncEnabled: true, imap: { host: "i", port: 993, username: "me" } }),
          type: "smtp",
        },
        [cursor("inbox", facts)],
        [status("inbox")],
        now,
      ).flagged.length;
    expect([flagged({}), flagged({ retryAt: new Date(now.getTime() + 1), failures: 1 }), flagged({ retryAt: now, failures: 1 })]).toEqual([
      1, 0, 1,
    ]);
    const [{ calls, pull }, asked] = [
      { calls: [] as string[], pull: { signal: { aborted: false }, cursors: [cursor("inbox", { failures: 1 })] } },
      status("inbox"),
    ];
    const session = { changes: {}, open: async () => void calls.push("open") };
    await readFlags({} as never, { ...pull, session } as never, asked);
    expect(calls).toEqual([]);
  });

  it("begins anew when its UIDs changed, when other mail is wanted, and when it was not known", () => {
    const [at, is] = [cursor("inbox"), status("inbox")];

    expect(changes([at], [{ ...is, uidValidity: "2" }])).toEqual({ moved: true, into: ["inbox"], from: [0] });
    expect(changes([{ ...at, since: now }], [is])).toEqual({ moved: true, into: ["inbox"], from: [0] });
    expect(changes([{ ...at, lastUid: Number.NaN }], [is])).toEqual({ moved: true, into: ["inbox"], from: [0] });
    expect(changes([at], [is, status("junk")])).toEqual({ moved: true, into: ["junk"], from: [5, 0] });
    expect(changes([at, cursor("junk")], [is])).toEqual({ moved: true, into: [], from: [5] });
    expect(changes([at, cursor("junk")], [is, status("junk")])).toEqual({ moved: false, into: [], from: [5, 5] });
    expect(changedFolders(aMailbox({ createdAt: now }), [], [is], now).cursors).toMatchObject([
      { since: new Date("2026-10-22T09:00:00Z") },
    ]);
  });

  it("is not opened at once when both counters say that it never held a message, but soon; INBOX always is", () => {
    const never = { uidNext: 1, messages: 0 };
    const opened = (role: FolderRole, facts: Partial<FolderStatus>) => changes([], [status(role, { ...never, ...facts })]).into;

    expect((["junk", "sent", "other", "inbox", "all"] as const).flatMap((role) => opened(role, {}))).toEqual(["inbox", "all"]);
    expect(
      [{ uidNext: 2 }, { uidNext: 0 }, { messages: 1 }, { messages: undefined }, { uidValidity: "" }].map((facts) =>
        opened("junk", facts as object),
      ),
    ).toEqual(Array.from({ length: 5 }, () => ["junk"]));

    const { cursors } = changedFolders(mailbox, [], [status("junk", never)], now);
    const after = (ms: number, facts: Partial<FolderStatus> = never) =>
      changedFolders(mailbox, cursors, [status("junk", facts)], new Date(now.getTime() + ms)).folders.length;
    expect([after(299_000), after(300_000), after(1_000, { uidNext: 2, messages: 1 }), after(1_000, { uidNext: 2, messages: 0 })]).toEqual([
      0, 1, 1, 1,
    ]);
  });

  it("begins anew when all of it is to be kept from now on, and goes on when that ends", () => {
    const other = cursor("other", { path: "Clients" });
    const at = status("other", { path: "Clients" });
    const from = (facts: Partial<Mailbox>, known: FolderCursor) =>
      changedFolders(aMailbox({ inboxSyncFrom: since, ...facts }), [known], [at], now).cursors.map(({ lastUid, whole }) => [
        lastUid,
        whole,
      ]);

    expect(from({}, other)).toEqual([[5, undefined]]);
    expect(from({ folders: ["Clients"] }, other)).toEqual([[0, true]]);
    expect(from({ folders: "all" }, { ...other, whole: true })).toEqual([[5, true]]);
    expect(from({}, { ...other, whole: true })).toEqual([[5, undefined]]);
  });

  it("keeps what is known of it when it is for something else now, or when others are not read", () => {
    const notRead = { count: 1, some: ["Far"] };
    const after = (found: FolderStatus, known: FolderCursor) => changedFolders(mailbox, [known], [found], now);

    expect(after(status("other", { path: "junk" }), cursor("junk"))).toMatchObject({
      moved: true,
      cursors: [{ role: "other", lastUid: 5 }],
    });
    const told = after(status("inbox", { notRead }), cursor("inbox"));
    expect(told).toMatchObject({ moved: true, folders: [], cursors: [{ lastUid: 5, notRead }] });
    expect(after(status("inbox"), cursor("inbox", { notRead }))).toMatchObject({ moved: false, cursors: [{ notRead }] });
    expect(after(status("inbox", { notRead }), cursor("inbox", { notRead: { ...notRead } })).moved).toBe(false);
    expect(after(status("inbox", { uidValidity: "2" }), cursor("inbox", { notRead })).cursors).toMatchObject([{ lastUid: 0, notRead }]);
  });
});
