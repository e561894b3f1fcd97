// A folder's list ends whatever Graph answers: by its end, by its pages, by its time.
import { afterEach, expect, it, vi } from "vitest";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { readChanges } from "#shared/transports/graph/read-changes.ts";
import { readPages, type Reading } from "#shared/transports/graph/graph-folders.ts";

afterEach(() => vi.useRealTimers());

interface Script {
  /** How long an answer takes, ms. */
  readonly tookMs?: number;
  /** How many pages there are. */
  readonly pages?: number;
  /** The ids of a page's messages; a new one each by default. */
  readonly ids?: (page: number) => readonly string[];
  /** The number in the link that a page names. */
  readonly nextOf?: (page: number) => number;
}

/** Reads a folder's list from a server that answers so; how many pages it was asked for. */
const read = async (
  { tookMs = 0, pages = Infinity, ids = (page) => [`m${page}`], nextOf = (page) => page + 1 }: Script,
  known?: ReadonlySet<string>,
) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let asked = 0;
  const json = async () => {
    asked += 1;
    if (asked > 1_000) throw new Error("it asks for ever");
    vi.setSystemTime(Date.now() + tookMs);
    const next = asked < pages && { "@odata.nextLink": `https://graph.example/v1.0/me/next?page=${nextOf(asked)}` };
    return { responses: [{ id: "0", status: 200, body: { value: ids(asked).map((id) => ({ id })), ...next } }] };
  };
  const account = { api: "graph", apiUrl: "https://graph.example/v1.0", credential: { accessToken: "t" } };
  const reading = { account, client: { json }, signal: new AbortController().signal } as unknown as Reading;
  const { pages: listed, end } = await readPages(reading, "inbox", known);
  return { asked, listed: listed.flat().map(({ id }) => id), end: end?.message };
};

it("is read to its end, or to the first page that has nothing new", async () => {
  expect(await read({ pages: 3 })).toEqual({ asked: 3, listed: ["m1", "m2", "m3"], end: undefined });
  expect(await read({}, new Set(["m2"]))).toEqual({ asked: 2, listed: ["m1", "m2"], end: undefined });
});

it("is given up after 40 seconds of slow pages, each of which has something new", async () => {
  expect(await read({ tookMs: 3_000 })).toMatchObject({ asked: 14, end: "a folder's list takes too long" });
});

it("is given up after 200 pages", async () => {
  expect(await read({})).toMatchObject({ asked: 200, end: "a folder's list takes too long" });
});

it.each([
  ["leads back to a page that was read", { nextOf: (page: number) => (page % 2) + 1 }, 3],
  ["brings the same messages on new pages", { ids: () => ["m1"] }, 21],
  ["brings empty pages", { ids: () => [] }, 20],
])("has no end where it %s, which is told", async (_, script, asked) => {
  expect(await read(script)).toMatchObject({ asked, end: "a folder's list has no end" });
});

it("is read instead of changes whose pages have nothing, lead to others and take long: time is a sign of an endless list, too", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const asked: string[] = [];
  const json = async (_: unknown, { json: call }: { json: { requests: { url: string }[] } }) => {
    asked.push(...call.requests.map(({ url }) => url));
    vi.setSystemTime(Date.now() + 3_000);
    const isDelta = /delta|page=/.test(asked.at(-1)!);
    const next = `https://graph.example/v1.0/me/next?page=${asked.length}`;
    return { responses: [{ id: "0", status: 200, body: { value: [], ...(isDelta && { "@odata.nextLink": next }) } }] };
  };
  const folder = { id: "inbox", path: "INBOX", uidValidity: "1", uidNext: 1, count: 0, isWhole: true };
  const directory = { take: async () => true, folders: async () => [folder], find: async () => [], repair: async () => undefined };
  const account = { api: "graph", apiUrl: "https://graph.example/v1.0", credential: { accessToken: "t" } };
  const reading = { account, client: { json }, signal: new AbortController().signal, mailboxId: "m", directory } as unknown as Reading;
  await readChanges(reading, [folder]);

  expect(asked.filter((url) => /delta|page=/.test(url)).length).toBeLessThan(20);
  expect(asked.filter((url) => url.includes("$orderby=receivedDateTime"))).toHaveLength(1);
});

it.each([
  ["no list", { value: {}, "@odata.nextLink": "https://graph.example/v1.0/me/next" }],
  ["no link", { value: [] }],
  ["a link to another server", { value: [], "@odata.deltaLink": "https://evil.example/v1.0/x" }],
])("a page of changes with %s is none, and nothing of it is stored", async (_, body) => {
  const taken: unknown[] = [];
  const folder = { id: "inbox", path: "INBOX", uidValidity: "1", uidNext: 1, count: 0, isWhole: true };
  const directory = { take: async (...all: unknown[]) => (taken.push(all), true), folders: async () => [folder], find: async () => [] };
  const account = { api: "graph", apiUrl: "https://graph.example/v1.0", credential: { accessToken: "t" } };
  const json = async () => ({ responses: [{ id: "0", status: 200, body }] });
  const reading = { account, client: { json }, signal: new AbortController().signal, mailboxId: "m", directory } as unknown as Reading;

  await expect(readChanges(reading, [folder])).rejects.toThrow(ServerDisagrees);
  expect(taken).toEqual([]);
});
