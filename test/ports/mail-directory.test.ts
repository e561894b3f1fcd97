// Readers of one mailbox at once: a page, a restart and a comparison count only for the link that they were read with.
import { beforeEach, describe, expect, it } from "vitest";
import { eraseDirectory, mongoMailDirectory } from "#shared/inbox/store/mail-directory.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const item = (id: string, minute = 0, seen = false) => ({
  id,
  receivedAt: new Date(Date.UTC(2026, 10, 20, 10, minute)),
  seen,
  draft: false,
  hasAttachments: false,
});
const FOLDERS = ["inbox", "work"].map((id) => ({ id, path: id.toUpperCase() }));

describeOnMongo("a mailbox's directory", (connect) => {
  const directory = mongoMailDirectory(connect);
  let mailbox: string;
  let other: string;
  beforeEach(async () => {
    [mailbox, other] = [ids.objectId(), ids.objectId()];
    for (const id of [mailbox, other]) await directory.setFolders(id, FOLDERS);
  });

  /** Each folder's link, counter and messages as "id:uid", and the mailbox's cursor. */
  const stateOf = async (id: string) => {
    const folders = await Promise.all(
      (await directory.folders(id)).map(async (folder) => [
        folder.id,
        folder.link,
        folder.count,
        (await directory.find(id, folder.id, {})).map((one) => `${one.id}:${one.uid}${one.seen ? " seen" : ""}`).join(),
      ]),
    );
    return { cursor: await directory.cursor(id), folders };
  };
  const page = (used: string | undefined, next: string, facts: object = {}) => ({
    used,
    next,
    isLast: false,
    there: [],
    gone: [],
    ...facts,
  });
  const mailboxPage = (used: string | undefined, next: string | undefined, facts: object = {}) => ({
    used,
    next,
    isEnd: false,
    there: [],
    gone: [],
    ...facts,
  });

  describe("of folders", () => {
    beforeEach(async () => {
      for (const id of [mailbox, other])
        for (const folder of ["inbox", "work"])
          await directory.take(id, folder, page(undefined, "1", { there: [item("a"), item("b", 1)], isLast: true }));
    });

    it.each([
      ["the link of an earlier page", undefined],
      ["a link that it never had", "7"],
    ])("takes no page with %s", async (_, used) => {
      const before = await stateOf(mailbox);

      expect(await directory.take(mailbox, "inbox", page(used, "9", { there: [item("c")], gone: ["a"], isLast: true }))).toBe(false);
      expect(await stateOf(mailbox)).toEqual(before);
    });

    it("takes a page in its folder alone, and no other mailbox's", async () => {
      const before = await stateOf(other);
      expect(await directory.take(mailbox, "inbox", page("1", "2", { there: [item("a", 0, true), item("c", 2)], gone: ["b"] }))).toBe(true);

      const { folders } = await stateOf(mailbox);
      expect(folders).toEqual([
        ["inbox", "2", 2, "a:1 seen,c:3"],
        ["work", "1", 2, "a:1,b:2"],
      ]);
      expect(await stateOf(other)).toEqual(before);
    });

    it("gives a page to one of two readers", async () => {
      const late = mongoMailDirectory(
        interrupted(connect, "graphFolders", "findOneAndUpdate", () => directory.take(mailbox, "inbox", page("1", "2", { gone: ["a"] }))),
      );

      expect(await late.take(mailbox, "inbox", page("1", "0", { there: [item("a", 0, true)] }))).toBe(false);
      expect((await stateOf(mailbox)).folders[0]).toEqual(["inbox", "2", 1, "b:2"]);
    });

    it("drops what a complete reading did not contain, from its folder alone, and keeps what it contained", async () => {
      const before = await stateOf(other);
      await directory.restart(mailbox, "inbox", "1");
      expect((await stateOf(mailbox)).folders[0]).toEqual(["inbox", undefined, 2, "a:1,b:2"]);
      await directory.take(mailbox, "inbox", page(undefined, "2", { there: [item("b", 1)] }));
      expect((await stateOf(mailbox)).folders[0]![3]).toBe("a:1,b:2");
      await directory.take(mailbox, "inbox", page("2", "3", { there: [item("c", 2)], isLast: true }));

      expect((await stateOf(mailbox)).folders).toEqual([
        ["inbox", "3", 2, "b:2,c:3"],
        ["work", "1", 2, "a:1,b:2"],
      ]);
      expect(await stateOf(other)).toEqual(before);
    });

    it("begins anew for the link that was forgotten, not for a later one, in one folder of one mailbox", async () => {
      await directory.take(mailbox, "inbox", page("1", "2"));
      const before = await stateOf(other);
      await directory.restart(mailbox, "inbox", "1");
      expect((await stateOf(mailbox)).folders.map(([, link]) => link)).toEqual(["2", "1"]);
      await directory.restart(mailbox, "inbox", "2");

      expect((await stateOf(mailbox)).folders.map(([, link]) => link)).toEqual([undefined, "1"]);
      expect(await stateOf(other)).toEqual(before);
    });

    it("compares one folder of one mailbox", async () => {
      const before = await stateOf(other);
      await directory.repair(mailbox, "inbox", { there: [item("c", 3)], gone: ["a"], unlisted: 4 });

      expect((await stateOf(mailbox)).folders).toEqual([
        ["inbox", "1", 2, "b:2,c:3"],
        ["work", "1", 2, "a:1,b:2"],
      ]);
      expect((await directory.folders(mailbox)).map(({ unlisted }) => unlisted)).toEqual([4, undefined]);
      expect(await stateOf(other)).toEqual(before);
    });

    it("forgets the folders that are listed no more, with their messages, of its own alone", async () => {
      const before = await stateOf(other);
      await directory.setFolders(mailbox, FOLDERS.slice(0, 1));
      expect((await stateOf(mailbox)).folders).toEqual([["inbox", "1", 2, "a:1,b:2"]]);
      // A folder that comes back begins empty.
      await directory.setFolders(mailbox, FOLDERS);

      expect((await stateOf(mailbox)).folders).toEqual([
        ["inbox", "1", 2, "a:1,b:2"],
        ["work", undefined, 0, ""],
      ]);
      expect(await stateOf(other)).toEqual(before);
      while (await eraseDirectory(await connect(), { _id: oid(mailbox) }));
      expect(await directory.folders(mailbox)).toEqual([]);
      expect([...(await directory.places(mailbox))]).toEqual([]);
      expect(await stateOf(other)).toEqual(before);
    });

    it("numbers the flags that change, in their folder, so that those since a number are found in their order", async () => {
      const numbers = async (id = mailbox) => (await directory.folders(id)).map(({ modseq }) => modseq);
      const since = async (changedSince: number, folder = "inbox") =>
        (await directory.find(mailbox, folder, { changedSince })).map(({ id }) => id).join("");
      const flagged = (id: string, facts: object) => ({ ...item(id), flagged: false, ...facts });
      // A first reading tells of no change.
      expect([await numbers(), await since(0)]).toEqual([[undefined, undefined], ""]);
      await directory.take(mailbox, "inbox", page("1", "2", { there: [flagged("b", { seen: true })] }));
      await directory.take(mailbox, "inbox", page("2", "3", { there: [flagged("a", {}), flagged("b", { seen: true })] }));
      expect([await numbers(), await since(0), await since(1), await since(2)]).toEqual([[2, undefined], "ba", "a", ""]);
      // The same flags, or a flag that is not told, are no change.
      const { flagged: _, ...untold } = flagged("a", {});
      await directory.take(mailbox, "inbox", page("3", "4", { there: [untold, flagged("b", { seen: true })] }));
      expect([await numbers(), await since(2)]).toEqual([[2, undefined], ""]);
      await directory.take(mailbox, "inbox", page("4", "5", { there: [flagged("a", { flagged: true })] }));
      // What comes into a folder that was read whole may have come from another, with other flags.
      await directory.take(mailbox, "inbox", page("5", "6", { there: [flagged("c", {})] }));
      expect([await numbers(), await since(2), await since(3), await since(0, "work")]).toEqual([[4, undefined], "ac", "c", ""]);
      expect(await numbers(other)).toEqual([undefined, undefined]);
      expect((await directory.find(mailbox, "inbox", { ids: ["a", "x"] })).map(({ id, flagged: is }) => [id, is])).toEqual([["a", true]]);
      expect((await directory.find(mailbox, "inbox", { uids: [1] }))[0]).not.toHaveProperty("modseq");
    });

    it("finds messages by where their UIDs and dates are, bounds included", async () => {
      await directory.take(mailbox, "inbox", page("1", "2", { there: [item("c", 2), item("d", 3)] }));
      const found = async (range: object) => (await directory.find(mailbox, "inbox", range)).map(({ id }) => id).join("");
      const at = (minute: number) => item("", minute).receivedAt;

      expect(await found({ above: 1, upTo: 3 })).toBe("bc");
      expect(await found({ upTo: Infinity })).toBe("abcd");
      expect(await found({ uids: [1, 4, 9] })).toBe("ad");
      expect(await found({ since: at(1), before: at(3) })).toBe("bc");
      expect(await found({ since: at(2) })).toBe("cd");
      expect(await found({ before: at(2) })).toBe("ab");
      expect(await found({ skip: 1, limit: 2 })).toBe("bc");
    });
  });

  describe("as a whole", () => {
    const there = (folderId: string, ...given: ReturnType<typeof item>[]) => given.map((one) => ({ folderId, item: one }));
    beforeEach(async () => {
      const all = [...there("inbox", item("a"), item("b", 1)), ...there("work", item("w"))];
      for (const id of [mailbox, other]) {
        await directory.cursor(id);
        await directory.takeAll(id, mailboxPage(undefined, "1", { there: all, isEnd: true }));
      }
    });

    it.each([
      ["the link of an earlier page", undefined],
      ["a link that it never had", "7"],
    ])("takes no page with %s: a late reader moves no link back", async (_, used) => {
      const before = await stateOf(mailbox);

      expect(await directory.takeAll(mailbox, mailboxPage(used, "0", { there: there("work", item("a")), gone: ["b"] }))).toBe(false);
      expect(await stateOf(mailbox)).toEqual(before);
    });

    it("gives a page to one of two readers", async () => {
      const first = () => directory.takeAll(mailbox, mailboxPage("1", "2", { gone: ["b"] }));
      const late = mongoMailDirectory(interrupted(connect, "graphFolders", "findOneAndUpdate", first));

      expect(await late.takeAll(mailbox, mailboxPage("1", "0", { there: there("work", item("b", 1)) }))).toBe(false);
      expect(await stateOf(mailbox)).toMatchObject({
        cursor: { link: "2", isWhole: true },
        folders: [
          ["inbox", undefined, 1, "a:1"],
          ["work", undefined, 1, "w:1"],
        ],
      });
    });

    it("moves a message from folder to folder, drops what is gone, and no other mailbox's", async () => {
      const before = await stateOf(other);
      expect(await directory.takeAll(mailbox, mailboxPage("1", "2", { there: there("work", item("a", 0, true)), gone: ["b"] }))).toBe(true);

      expect(await stateOf(mailbox)).toMatchObject({
        cursor: { link: "2", isWhole: true },
        folders: [
          ["inbox", undefined, 0, ""],
          ["work", undefined, 2, "w:1,a:2 seen"],
        ],
      });
      expect(Object.fromEntries(await directory.places(mailbox))).toEqual({ a: "work", w: "work" });
      expect(await stateOf(other)).toEqual(before);
    });

    it("keeps its link where a folder of the page is unknown, and whether it is whole", async () => {
      const before = await stateOf(mailbox);

      expect(await directory.takeAll(mailbox, mailboxPage("1", "2", { there: there("new", item("n")), gone: ["a"] }))).toBe(false);
      expect(await stateOf(mailbox)).toEqual(before);

      const fresh = ids.objectId();
      await directory.setFolders(fresh, FOLDERS);
      await directory.cursor(fresh);
      expect(await directory.takeAll(fresh, mailboxPage(undefined, "2", { there: there("new", item("n")), isEnd: true }))).toBe(false);
      expect(await directory.cursor(fresh)).toEqual({ isWhole: false });
    });

    it("begins anew for the link that was forgotten, not for a later one, and no other mailbox's", async () => {
      await directory.takeAll(mailbox, mailboxPage("1", "2"));
      await directory.restartAll(mailbox, "1");
      expect(await directory.cursor(mailbox)).toEqual({ link: "2", isWhole: true });
      await directory.restartAll(mailbox, "2");

      expect(await directory.cursor(mailbox)).toEqual({ isWhole: true });
      expect(await directory.cursor(other)).toEqual({ link: "1", isWhole: true });
    });

    it("keeps its link and its place when its folders are listed anew", async () => {
      await directory.setFolders(mailbox, FOLDERS.slice(1));

      expect(await stateOf(mailbox)).toEqual({
        cursor: { link: "1", isWhole: true },
        folders: [["work", undefined, 1, "w:1"]],
      });
    });
  });
});
