// Changes over an interface, guard by guard: nothing counts that is not seen afterwards, and no other message is touched.
import { describe, expect, it } from "vitest";
import type { DirectoryFolder, DirectoryItem, ItemRange, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { gmailRules } from "#shared/transports/gmail/gmail-client.ts";
import { apiErrorOf } from "#shared/transports/http/api-client.ts";
import { type ApiChanges, type ApiMessage, directoryChanges, type OpenedFolder } from "#shared/transports/http/directory-changes.ts";

const RECEIVED = new Date("2026-11-20T10:00:00Z");
const item = (id: string, facts: Partial<DirectoryItem> = {}) => ({
  id,
  receivedAt: RECEIVED,
  seen: false,
  flagged: false,
  draft: false,
  hasAttachments: false,
  ...facts,
});
const message = (id: string, folderId: string, facts: Partial<DirectoryItem> = {}, messageId = `<${id}@x>`): ApiMessage => ({
  item: item(id, facts),
  folderId,
  messageId,
});
const folder = (id: string, facts: Partial<DirectoryFolder> = {}): DirectoryFolder => ({
  id,
  path: id.toUpperCase(),
  uidValidity: `of ${id}`,
  uidNext: 9,
  count: 2,
  isWhole: true,
  ...facts,
});
const answered = (status: number, reason = "") => {
  const body = Buffer.from(JSON.stringify({ error: { message: "No", errors: [{ reason }] } }));
  return apiErrorOf(gmailRules, { api: "gmail_api", username: crypto.randomUUID() }, { status, headers: {}, body });
};

/** An interface with messages; the directory has those of its folders under UIDs by their ids' order. */
const rig = (there: readonly ApiMessage[], over: Partial<ApiChanges> = {}) => {
  const messages = new Map(there.map((one) => [one.item.id, one]));
  const calls: string[] = [];
  const folders = [folder("inbox"), folder("work"), folder("half", { isWhole: false })];
  // The directory as it was read: what has moved at the interface is still where it was.
  const rows = new Map(there.map(({ item: own, folderId }, at) => [own.id, { folderId, item: { ...own, uid: at + 1 } }]));
  const inFolder = (folderId: string, { ids, uids, changedSince, skip = 0, limit = 99 }: ItemRange) =>
    [...rows.values()]
      .filter((row) => row.folderId === folderId && (ids?.includes(row.item.id) ?? true) && (uids?.includes(row.item.uid) ?? true))
      .map((row) => row.item)
      .filter(({ uid }) => changedSince === undefined || uid > changedSince)
      .slice(skip, skip + limit);
  const update = (id: string, change: (one: ApiMessage) => ApiMessage) => void messages.set(id, change(messages.get(id)!));
  const changes: ApiChanges = {
    look: async (ids) => (calls.push(`look ${ids.join()}`), ids.flatMap((id) => messages.get(id) ?? [])),
    named: async (id) => (calls.push(`named ${id}`), [...messages.values()].filter(({ messageId }) => messageId.includes(id.slice(1, -1)))),
    setFlags: async (id, { isRead, isFlagged }) => {
      calls.push(`set ${id} ${isRead ?? "-"} ${isFlagged ?? "-"}`);
      const flags = { ...(isRead !== undefined && { seen: isRead }), ...(isFlagged !== undefined && { flagged: isFlagged }) };
      update(id, (one) => ({ ...one, item: { ...one.item, ...flags } }));
    },
    move: async ({ item: { id } }, folderId) => {
      calls.push(`move ${id} ${folderId}`);
      update(id, (one) => ({ ...one, folderId }));
      return true;
    },
    folderFor: async (word) => (calls.push(`for ${word}`), word === "trash" ? "BIN" : undefined),
    beside: [{ id: "bin", path: "BIN" }],
    place: async (one, from) => {
      calls.push(`place ${one.item.id} ${one.folderId} ${from ?? "-"}`);
      rows.set(one.item.id, { folderId: one.folderId, item: { ...one.item, uid: rows.get(one.item.id)?.item.uid ?? 50 } });
    },
    renew: async ({ id }) => void calls.push(`renew ${id}`),
    ...over,
  };
  let current: OpenedFolder | undefined;
  const directory = { find: async (_: string, id: string, range: ItemRange) => inFolder(id, range) } as unknown as MailDirectory;
  const mail = directoryChanges({
    changes,
    directory,
    mailboxId: "box",
    folders: () => folders,
    opened: () => current,
    open: (opened) => void (current = opened),
    find: async (range) => (current!.beside ? [...current!.beside.values()] : inFolder(current!.folder.id, range)),
  });
  return { mail, calls, messages, rows, update };
};
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: MailFailure) => `${error.reason} ${error.at ?? "-"} ${error.reply ?? ""}`.trim(),
  );

describe("a folder", () => {
  it("has its UIDVALIDITY where it was read whole, none where it was not or is never listed, and is there or not", async () => {
    const { mail } = rig([]);

    expect(await Promise.all(["INBOX", "HALF", "BIN", "X"].map((path) => mail.open(path)))).toEqual([
      { uidValidity: "of inbox" },
      { uidValidity: "" },
      { uidValidity: "" },
      undefined,
    ]);
  });

  it("shows the Message-IDs of what is in it now, not of what has left it or is gone", async () => {
    const { mail, messages, update } = rig([message("a", "inbox"), message("b", "inbox"), message("c", "inbox"), message("d", "work")]);
    await mail.open("INBOX");
    update("b", (one) => ({ ...one, folderId: "work" }));
    messages.delete("c");

    expect(await mail.messageIds([1, 2, 3, 4])).toEqual(new Map([[1, "<a@x>"]]));
  });

  it("finds in it what bears exactly a Message-ID, by one search for all folders", async () => {
    const more = [message("a", "inbox", {}, "<z@x>"), message("b", "work", {}, "<z@x>"), message("c", "inbox", {}, "<zz@x>")];
    const { mail, calls } = rig([...more, message("d", "inbox", {}, "<z@x>")]);
    await mail.open("INBOX");
    expect(await mail.named("<z@x>")).toEqual([1, 4]);
    await mail.open("WORK");
    expect(await mail.named("<z@x>")).toEqual([2]);
    expect(calls).toEqual(["named <z@x>"]);
  });

  it("that the directory does not hold has UIDs of the session", async () => {
    const { mail, calls } = rig([message("a", "bin", {}, "<z@x>"), message("b", "bin", {}, "<z@x>")]);
    await mail.open("BIN");

    expect([await mail.named("<z@x>"), await mail.named("<z@x>")]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(calls.filter((call) => call.startsWith("place"))).toEqual([]);
  });
});

describe("flags", () => {
  it("are set as far as they are other than wished, seen again, and told to the directory", async () => {
    const { mail, calls } = rig([message("a", "inbox", { flagged: true })]);
    await mail.open("INBOX");
    await mail.setFlags(1, { isRead: true, isFlagged: true });
    await mail.setFlags(1, { isRead: true });

    expect(calls).toEqual(["look a", "set a true -", "look a", "place a inbox -"]);
    expect(await mail.flags({ uid: 1 })).toEqual(new Map([[1, { isRead: true, isFlagged: true }]]));
  });

  it.each<[string, Partial<ApiChanges>, string]>([
    ["that were not set", { setFlags: async () => undefined }, "which it did not"],
    ["that a message lost with itself", { look: async () => [] }, "the message is gone"],
  ])("%s are refused", async (_, over, told) => {
    const { mail, calls } = rig([message("a", "inbox")], over);
    await mail.open("INBOX");

    expect(await refusalOf(mail.setFlags(1, { isRead: true }))).toMatch(new RegExp(`^refused session .*${told}`));
    expect(calls.filter((call) => call.startsWith("place"))).toEqual([]);
  });

  it("of a message that goes while they are set are refused", async () => {
    const world = rig([message("a", "inbox")], { setFlags: async () => void world.messages.delete("a") });
    await world.mail.open("INBOX");

    expect(await refusalOf(world.mail.setFlags(1, { isRead: true }))).toMatch(/^refused session/);
    expect(await refusalOf(world.mail.setFlags(9, { isRead: true }))).toMatch(/^refused session the message is gone/);
  });

  it("of the newest are looked at where one is unknown, of those that are still there, and the folder is read anew", async () => {
    const known = rig([message("a", "inbox", { seen: true }), message("b", "inbox")]);
    await known.mail.open("INBOX");
    expect(await known.mail.flags({ newest: 1 })).toEqual(new Map([[2, { isRead: false, isFlagged: false }]]));
    expect(known.calls).toEqual([]);

    const { mail, calls, rows, update } = rig([message("a", "inbox"), message("b", "inbox")]);
    for (const row of rows.values()) delete (row.item as { flagged?: boolean }).flagged;
    update("a", (one) => ({ ...one, item: { ...one.item, flagged: true } }));
    update("b", (one) => ({ ...one, folderId: "work" }));
    await mail.open("INBOX");
    expect(await mail.flags({ newest: 9 })).toEqual(
      new Map([
        [1, { isRead: false, isFlagged: true }],
        [2, { isRead: false }],
      ]),
    );
    expect(calls).toEqual(["look a,b", "place a inbox -", "renew inbox"]);
  });

  it("that changed are those since a number", async () => {
    const { mail } = rig([message("a", "inbox"), message("b", "inbox", { seen: true })]);
    await mail.open("INBOX");

    expect(await mail.flags({ since: "1" })).toEqual(new Map([[2, { isRead: true, isFlagged: false }]]));
  });
});

describe("a move", () => {
  const moved = async (path: string, over: Partial<ApiChanges> = {}) => {
    const world = rig([message("a", "inbox")], over);
    await world.mail.open("INBOX");
    const outcome = await world.mail.move(1, path).catch((error: MailFailure) => `${error.reason} ${error.at}`);
    return { ...world, outcome };
  };

  it("is seen where it went, told to the directory with where it came from, and has its UID there", async () => {
    const { outcome, calls } = await moved("WORK");

    expect(outcome).toEqual({ folder: "WORK", uidValidity: "of work", uid: 1 });
    expect(calls).toEqual(["look a", "move a work", "look a", "place a work inbox"]);
  });

  it("into a folder that the directory does not hold has no UID, and is told as gone from its own", async () => {
    const { outcome, calls } = await moved("BIN");

    expect(outcome).toEqual({ folder: "BIN", uidValidity: "", uid: 0 });
    expect(calls.at(-1)).toBe("place a bin inbox");
  });

  it.each<[string, string, Partial<ApiChanges>]>([
    ["to a folder that it does not have", "X", {}],
    ["that was not made", "WORK", { move: async () => true }],
    ["that the interface refuses", "WORK", { move: () => Promise.reject(answered(400)) }],
  ])("%s is refused, and the directory stays as it is", async (_, path, over) => {
    const { outcome, calls } = await moved(path, over);

    expect(outcome).toBe("refused session");
    expect(calls.filter((call) => call.startsWith("place"))).toEqual([]);
  });

  it("that was not needed leaves the message where it is", async () => {
    const { outcome } = await moved("WORK", { move: async () => false });

    expect(outcome).toEqual({ folder: "INBOX", uidValidity: "of inbox", uid: 1 });
  });

  it("of a message that is gone afterwards is refused", async () => {
    const world = rig([message("a", "inbox")], { move: async () => world.messages.delete("a") });
    await world.mail.open("INBOX");

    expect(await refusalOf(world.mail.move(1, "WORK"))).toMatch(/^refused session/);
  });

  it("is one step: nothing is copied or removed, whoever asks", async () => {
    const { mail } = rig([message("a", "inbox")]);

    expect([mail.moves, await refusalOf(mail.copy(1, "WORK")), await refusalOf(mail.remove(1))]).toEqual([
      "move",
      expect.stringMatching(/^refused/),
      expect.stringMatching(/^refused/),
    ]);
  });
});

it.each<[number, string, boolean]>([
  [400, "", true],
  [404, "", true],
  [401, "", false],
  [500, "", false],
  [503, "", false],
  [429, "rateLimitExceeded", false],
])("an error %i %s about a message alone is a refusal: %s", async (status, reason, isOfMessage) => {
  const { mail } = rig([message("a", "inbox")], { setFlags: () => Promise.reject(answered(status, reason)) });
  await mail.open("INBOX");
  const error: unknown = await mail.setFlags(1, { isRead: true }).catch((one: unknown) => one);

  expect(error).toBeInstanceOf(MailFailure);
  const { reason: why, at } = error as MailFailure;
  expect(why === "refused" && at === "session").toBe(isOfMessage);
});

it("the folder for a word is asked for once", async () => {
  const { mail, calls } = rig([]);

  expect([await mail.folderFor("trash"), await mail.folderFor("trash"), await mail.folderFor("spam")]).toEqual(["BIN", "BIN", undefined]);
  expect(calls).toEqual(["for trash", "for spam"]);
});
