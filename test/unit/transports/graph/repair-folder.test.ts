// How a folder is compared with Graph's list, and what a session does about counts that differ, one guard at a time.
import { describe, expect, it } from "vitest";
import type { DirectoryFolder, DirectoryItem, MailDirectory, Repair } from "#shared/inbox/ports/mail-directory.ts";
import { graphMailReader } from "#shared/transports/graph/graph-mail-reader.ts";
import { isCountedOtherwise, repairFolder, repairIfCountedOtherwise, totalsOf } from "#shared/transports/graph/graph-folders.ts";
import { readsOver, type ServerAnswer } from "#test/support/api-reads.ts";

const folder: DirectoryFolder = { id: "f1", path: "INBOX", uidValidity: "1", uidNext: 9, count: 2, isWhole: true };
const json = (body: unknown): ServerAnswer => ({ status: 200, body });
const message = (id: string) => ({ id, receivedDateTime: "2026-11-27T12:00:00Z", isRead: true });

const rig = (of: { known?: string[]; listed?: string[]; total?: unknown; at?: Record<string, ServerAnswer>; next?: string }) => {
  const repairs: Repair[] = [];
  const { reads, asked } = readsOver("graph", (path) => {
    const id = /\/messages\/(\w+)\?/.exec(path)?.[1];
    if (id !== undefined) return of.at?.[id] ?? { status: 404 };
    if (path.includes("totalItemCount") && !path.includes("/messages")) return json({ totalItemCount: of.total });
    return json({ value: (of.listed ?? []).map(message), ...(of.next !== undefined && { "@odata.nextLink": of.next }) });
  });
  const directory = {
    find: async () => (of.known ?? []).map((id, n) => ({ id, uid: n + 1 }) as DirectoryItem),
    repair: async (_m: string, _f: string, repair: Repair) => void repairs.push(repair),
  } as unknown as MailDirectory;
  const reading = { ...reads, directory, mailboxId: "m" };
  return { reading, repairs, asked };
};
const repaired = async (of: Parameters<typeof rig>[0], at: DirectoryFolder = folder) => {
  const { reading, repairs } = rig(of);
  await repairFolder(reading, at);
  return repairs.map(({ there, gone, unlisted }) => ({ there: there.map(({ id }) => id), gone, unlisted }));
};

describe("a comparison with Graph's list", () => {
  it("adds what is listed and unknown, first, and changes nothing where both agree", async () => {
    expect(await repaired({ known: ["a", "b"], listed: ["a", "b"], total: 2 })).toEqual([{ there: [], gone: [], unlisted: 0 }]);
    expect(await repaired({ known: ["a"], listed: ["b", "a"], total: 2 }, { ...folder, unlisted: 4 })).toEqual([
      { there: ["b"], gone: [], unlisted: 4 },
      { there: [], gone: [], unlisted: 0 },
    ]);
  });

  it("removes what is not listed only once it is gone or in another folder", async () => {
    const at = {
      gone: { status: 404 },
      moved: json({ parentFolderId: "f2" }),
      here: json({ parentFolderId: "f1" }),
      silent: json({}),
      broken: { status: 500 },
    } as Record<string, ServerAnswer>;
    expect(await repaired({ known: ["a", ...Object.keys(at)], listed: ["a"], total: 9, at })).toEqual([
      { there: [], gone: ["gone", "moved"], unlisted: 5 },
    ]);
  });

  it("tells how many more Graph counts than it lists, and none where it does not say", async () => {
    expect(await repaired({ known: ["a"], listed: ["a"], total: 3 })).toEqual([{ there: [], gone: [], unlisted: 2 }]);
    expect(await repaired({ known: ["a"], listed: ["a"], total: "3" })).toEqual([{ there: [], gone: [], unlisted: 0 }]);
  });

  it("of a list without end stores what there is, removes nothing, and says so", async () => {
    const { reading, repairs } = rig({ known: ["z"], listed: ["a"], total: 1, next: "https://api.test/again" });
    await expect(repairFolder(reading, folder)).rejects.toThrow();
    expect(repairs.map(({ there, gone }) => [there.length, gone])).toEqual([[1, []]]);
  });
});

it("counts differ by what is neither known nor known to be unlisted", () => {
  const differs = (count: number, unlisted: number | undefined, total: number | undefined) =>
    isCountedOtherwise({ ...folder, count, ...(unlisted !== undefined && { unlisted }) }, total);
  expect([
    differs(2, undefined, 2),
    differs(2, undefined, 3),
    differs(2, 1, 3),
    differs(2, 1, 2),
    differs(2, undefined, 1),
    differs(2, undefined, undefined),
  ]).toEqual([false, true, false, true, true, false]);
});

it("a folder is compared after endless changes only where its count differs", async () => {
  const same = rig({ known: ["a", "b"], listed: ["a", "b"], total: 2 });
  await repairIfCountedOtherwise(same.reading, folder);
  expect([same.repairs.length, same.asked.length]).toEqual([0, 1]);
  const other = rig({ known: ["a", "b"], listed: ["a", "b"], total: 3 });
  await repairIfCountedOtherwise(other.reading, folder);
  expect(other.repairs).toHaveLength(1);
});

it("counts that Graph does not say are unknown, each folder for itself", async () => {
  const { reads } = readsOver("graph", (path) => (path.includes("f1") ? json({ totalItemCount: 7 }) : { status: 404 }));
  expect(await totalsOf({ ...reads, mailboxId: "m" } as never, [{ id: "f1" }, { id: "f2" }])).toEqual([7, undefined]);
});

it("a mailbox that is not connected has no session", async () => {
  await expect(
    graphMailReader({} as never, {} as never).open({ api: "graph" } as never, new AbortController().signal),
  ).rejects.toMatchObject({ reason: "unreachable" });
});
