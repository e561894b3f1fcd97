// What a session answers from a directory, as an IMAP server would, one guard at a time.
import { describe, expect, it } from "vitest";
import type { DirectoryFolder, DirectoryItem, ItemRange } from "#shared/inbox/ports/mail-directory.ts";
import {
  isFetchedWhole,
  directorySession,
  headerBlockOf,
  inGroups,
  isSmall,
  partOfMime,
} from "#shared/transports/http/directory-session.ts";
import { wantedOf } from "#test/support/api-reads.ts";

const folder = (id: string, more: Partial<DirectoryFolder> = {}): DirectoryFolder => ({
  id,
  path: id,
  uidValidity: "1",
  uidNext: 5,
  count: 2,
  isWhole: true,
  ...more,
});
const item = (uid: number, more: Partial<DirectoryItem> = {}): DirectoryItem => ({
  id: `i${uid}`,
  uid,
  receivedAt: new Date(uid),
  seen: false,
  draft: false,
  hasAttachments: true,
  ...more,
});

const rig = (
  folders: DirectoryFolder[],
  more: { items?: DirectoryItem[]; odd?: string[]; relisted?: DirectoryFolder[]; perPoll?: number } = {},
) => {
  const did: string[] = [];
  const ranges: ItemRange[] = [];
  const state = { folders };
  const session = directorySession({
    directory: {
      find: async (_m: string, id: string, range: ItemRange) => {
        ranges.push(range);
        did.push(`find ${id}`);
        return (more.items ?? []).filter(({ uid }) => range.uids?.includes(uid) ?? true);
      },
    } as never,
    mailboxId: "m",
    folders: () => state.folders,
    asked: ({ inTurn }) => void did.push(`asked ${inTurn?.join() ?? "-"}`),
    update: async (wanted) => void did.push(`update ${wanted.map(({ id }) => id).join()}`),
    relist: async () => {
      did.push("relist");
      state.folders = more.relisted ?? state.folders;
    },
    repair: async ({ id }) => (did.push(`repair ${id}`), id === "INBOX" ? 3 : undefined),
    odd: async () => (did.push("odd"), new Set(more.odd)),
    perPoll: more.perPoll ?? 2,
    providerIdOf: (id) => `x:${id}`,
    fetch: async (wanted) => (did.push(`fetch ${wanted.map(({ item: { id }, facts: { uid } }) => `${id}/${uid}`).join()}`), []),
    fetchHeaders: async (wanted) => (did.push(`headers ${wanted.item.id}`), undefined),
    fetchPart: async ({ id }, part, maxBytes) => (did.push(`part ${id} ${part} ${maxBytes}`), undefined),
  });
  return { session, did, ranges };
};
const cursors = (...paths: string[]) => paths.map((path) => ({ path, role: "other" as const }));

describe("folders", () => {
  it("are listed anew, brought up to date and compared where nothing is known, INBOX first", async () => {
    const { session, did } = rig([], { relisted: [folder("Work"), folder("INBOX")], odd: ["Work"] });
    const found = await session.folders([], { named: ["Work"] });
    expect(did).toEqual(["asked -", "relist", "update INBOX,Work", "odd"]);
    expect(found.map(({ path, uidNext, messages, isOdd }) => [path, uidNext, messages, isOdd])).toEqual([
      ["INBOX", 5, 2, undefined],
      ["Work", 5, 2, true],
    ]);
  });

  it("are polled without a list where all of them are known", async () => {
    const { session, did } = rig([folder("INBOX"), folder("Work")]);
    const found = await session.folders(cursors("INBOX", "Work"), { inTurn: [] });
    expect(did).toEqual(["asked ", "update INBOX,Work"]);
    expect(found).toMatchObject([
      { path: "INBOX", uidValidity: "1" },
      { path: "Work", uidValidity: "1" },
    ]);
    expect(found[0]).not.toHaveProperty("notRead");
    const one = rig([folder("INBOX")]);
    await one.session.folders(cursors("INBOX"), { inTurn: [] });
    expect(one.did).not.toContain("relist");
  });

  it.each([
    ["one is unknown", cursors("INBOX", "New"), { inTurn: [] }],
    ["no turn is named", cursors("INBOX"), {}],
    ["none is asked for", [], { inTurn: [] }],
  ])("are listed where %s", async (_, wanted, asked) => {
    const { session, did } = rig([folder("INBOX")]);
    await session.folders(wanted, asked);
    expect(did).toContain("relist");
  });

  it("beyond those of a poll are asked about in turn, INBOX always; the others' numbers are not told", async () => {
    const { session, did } = rig([folder("INBOX"), folder("A"), folder("B")]);
    const found = await session.folders(cursors("INBOX", "A", "B"), { inTurn: ["B"] });
    expect(did).toContain("update INBOX,B");
    expect(found).toMatchObject([
      { path: "INBOX", messages: 2 },
      { path: "A", uidValidity: "", uidNext: 0, isAsked: false },
      { path: "B", messages: 2 },
    ]);
    const few = rig([folder("INBOX"), folder("A"), folder("B")], { perPoll: 3 });
    await few.session.folders(cursors("INBOX", "A", "B"), { inTurn: ["B"] });
    expect(few.did).toContain("update INBOX,A,B");
  });

  it("that were not read to their end are not told, and none is before INBOX was", async () => {
    const part = rig([folder("INBOX"), folder("A", { isWhole: false })]);
    expect((await part.session.folders(cursors("INBOX", "A"), { inTurn: [] })).map(({ path }) => path)).toEqual(["INBOX"]);
    const none = rig([folder("INBOX", { isWhole: false }), folder("A")]);
    expect(await none.session.folders(cursors("INBOX", "A"), { inTurn: [] })).toEqual([]);
  });
});

describe("an opened folder", () => {
  it("is brought up to date, counts its messages, and is none where it is unknown or not whole", async () => {
    const { session, did } = rig([folder("INBOX"), folder("Part", { isWhole: false })]);
    expect(session.count()).toBe(0);
    expect(await session.open("INBOX")).toEqual({ uidValidity: "1", uidNext: 5 });
    expect([did, session.count()]).toEqual([["update INBOX"], 2]);
    expect([await session.open("Part"), await session.open("Nowhere")]).toEqual([undefined, undefined]);
  });

  it("is searched by numbers, which begin at 1, or by what the directory knows", async () => {
    const { session, ranges } = rig([folder("INBOX")], { items: [item(3), item(4)] });
    expect(await session.search({ numbers: [1, 1] })).toEqual([]);
    await session.open("INBOX");
    expect(await session.search({ numbers: [3, 7] })).toEqual([3, 4]);
    await session.search({ above: 2 } as never);
    expect(ranges).toEqual([{ skip: 2, limit: 5 }, { above: 2 }]);
  });

  it("tells what the directory has of a message, and of an unknown size that it is unknown", async () => {
    const { session, did } = rig([folder("INBOX")], { items: [item(3, { size: 9, seen: true }), item(4, { draft: true })] });
    await session.open("INBOX");
    expect(await session.facts([3, 4])).toEqual([
      { uid: 3, size: 9, receivedAt: new Date(3), seen: true, own: false, draft: false, providerId: "x:i3" },
      { uid: 4, size: 0, receivedAt: new Date(4), seen: false, own: false, draft: true, unreported: ["size"], providerId: "x:i4" },
    ]);
    did.length = 0;
    expect(await session.facts([])).toEqual([]);
    expect(did).toEqual([]);
  });

  it("fetches what it still has, by its own ids, and no part, headers or message that it lacks", async () => {
    const { session, did } = rig([folder("INBOX")], { items: [item(3)] });
    await session.open("INBOX");
    did.length = 0;
    const facts = [wantedOf("a", 3, 5).facts, wantedOf("b", 8, 5).facts];
    await session.fetch(facts);
    expect(await session.fetchHeadersOnly(facts[1]!)).toBeUndefined();
    await session.fetchHeadersOnly(facts[0]!);
    await session.part(8, "1", 9);
    await session.part(3, "1", 9);
    expect(did.filter((one) => !one.startsWith("find"))).toEqual(["fetch i3/3", "headers i3", "part i3 1 9"]);
  });

  it("is compared where it is whole, and tells how many more are counted; else none", async () => {
    const { session, did } = rig([folder("INBOX"), folder("Part", { isWhole: false }), folder("A")]);
    expect(await session.repair!("INBOX")).toEqual({ unlisted: 3 });
    expect(await session.repair!("A")).toEqual({ unlisted: 0 });
    expect(await session.repair!("Part")).toEqual({ unlisted: 0 });
    expect(await session.repair!("Nowhere")).toEqual({ unlisted: 0 });
    expect(did).toEqual(["update INBOX", "repair INBOX", "update A", "repair A", "update Part"]);
  });
});

describe("messages", () => {
  const KB = 1024;
  it("come whole up to 256 KB, several in a batch of 5 MB by their sizes", () => {
    expect(
      [wantedOf("a", 1, 256 * KB), wantedOf("a", 1, 256 * KB + 1), wantedOf("a", 1, undefined, false), wantedOf("a", 1, undefined)].map(
        isSmall,
      ),
    ).toEqual([true, false, true, false]);
    const sized = (sizes: readonly (number | undefined)[]) =>
      inGroups(sizes.map((size, uid) => wantedOf("a", uid, size))).map((group) => group.length);
    expect(sized([])).toEqual([]);
    expect(sized(Array.from({ length: 20 }, () => 256 * KB))).toEqual([20]);
    expect(sized(Array.from({ length: 21 }, () => 256 * KB))).toEqual([20, 1]);
    // Of an unknown size the largest is assumed.
    expect(sized(Array.from({ length: 21 }, () => undefined))).toEqual([20, 1]);
    expect(sized([1, 6 * 1024 * KB, 1])).toEqual([1, 1, 1]);
  });

  it("come whole as reports and as signed ones", () => {
    for (const type of ["multipart/report; x", "application/pkcs7-mime", "application/x-pkcs7-mime;y", "MULTIPART/REPORT"])
      expect(isFetchedWhole(Buffer.from(`Subject: x\r\nContent-Type: ${type}\r\n\r\n`)), type).toBe(true);
    for (const type of ["multipart/mixed", "multipart/reporting", "application/pkcs7-signature", "text/plain; name=multipart/report"])
      expect(isFetchedWhole(Buffer.from(`Content-Type: ${type}\r\n\r\n`)), type).toBe(false);
  });

  it("have parts that are cut out of them, as a whole for none, and to a length", () => {
    const raw = Buffer.from(
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\ndHdv\r\n--b--\r\n",
    );
    expect(partOfMime(raw, "2", 4)).toEqual({ encoding: "base64", content: Buffer.from("dHdv"), complete: true });
    expect(partOfMime(raw, "2", 3)).toEqual({ encoding: "base64", content: Buffer.from("dHd"), complete: false });
    expect(partOfMime(raw, "1", 9)).toMatchObject({ encoding: "" });
    expect(partOfMime(raw, "3", 9)).toBeUndefined();
    expect(partOfMime(raw, "", raw.length)).toEqual({ encoding: "", content: raw, complete: true });
    expect(partOfMime(raw, "", 5)).toEqual({ encoding: "", content: raw.subarray(0, 5), complete: false });
  });

  it("have headers in which no value ends a line", () => {
    expect(
      headerBlockOf([
        { name: "A", value: "1\r\n2\n\n3" },
        { name: "B", value: "" },
      ]).toString(),
    ).toBe("A: 1 2 3\r\nB: \r\n\r\n");
    expect(headerBlockOf([]).toString()).toBe("\r\n");
  });
});
