import { describe, expect, it } from "vitest";
import { foldersToAsk, changedFolders } from "#shared/domain/inbox/pull/changed-folders.ts";
import type { FolderStatus } from "#shared/domain/inbox/ports.ts";
import type { FolderCursor, FolderRole } from "#shared/domain/inbox/pull/sync-state.ts";
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
  it.each([
    [[], false],
    [["inbox"], false],
    [["inbox", "junk"], false],
    [["inbox", "sent"], false],
    [["inbox", "junk", "sent"], true],
    [["junk", "all"], true],
  ] as const)("are known with %j: %s", (roles, known) => {
    const cursors = roles.map((role) => cursor(role));

    expect(foldersToAsk(cursors)).toEqual(known ? cursors : []);
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
    ["is left alone for a while after it failed", { retryAt: new Date(now.getTime() + 1) }, { uidNext: 7 }, []],
    ["is looked into again after that", { retryAt: now }, { uidNext: 7 }, ["inbox"]],
    ["is looked into for a stub that is due", { stubs: [{ uid: 3, triedAt: now, reader: 0 }] }, {}, ["inbox"]],
  ] as const)("%s", (_, known, found, into) => {
    expect(changes([cursor("inbox", known as Partial<FolderCursor>)], [status("inbox", found)])).toEqual({ moved: false, into, from: [5] });
  });

  it("begins anew when its UIDs changed, when other mail is wanted, and when it was not known", () => {
    const [at, is] = [cursor("inbox"), status("inbox")];

    expect(changes([at], [{ ...is, uidValidity: "2" }])).toEqual({ moved: true, into: ["inbox"], from: [0] });
    expect(changes([{ ...at, since: now }], [is])).toEqual({ moved: true, into: ["inbox"], from: [0] });
    expect(changes([{ ...at, lastUid: Number.NaN }], [is])).toEqual({ moved: true, into: ["inbox"], from: [0] });
    expect(changes([at], [is, status("junk")])).toEqual({ moved: true, into: ["junk"], from: [5, 0] });
    expect(changes([at, cursor("junk")], [is])).toEqual({ moved: true, into: [], from: [5] });
    expect(changedFolders(aMailbox({ createdAt: now }), [], [is], now).cursors).toMatchObject([
      { since: new Date("2026-10-22T09:00:00Z") },
    ]);
  });
});
