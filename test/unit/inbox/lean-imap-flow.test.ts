import { expect, it, vi } from "vitest";
import { LeanImapFlow } from "#shared/transports/imap/lean-imap-flow.ts";

type Handlers = { readonly untaggedHandlers: Record<string, (untagged: unknown) => unknown> };

/** A client that hears one line, and what its handler of FETCH and its log got. */
const heard = async (line: string, handler: () => unknown) => {
  const log = vi.fn<(entry: unknown) => void>();
  const logger = { trace: log, debug: log, info: log, warn: log, error: log };
  const client = new LeanImapFlow({ host: "localhost", port: 993, auth: { user: "jane", pass: "p" }, logger });
  const fetched = vi.fn<(untagged: unknown) => unknown>(handler);
  (client as unknown as Handlers).untaggedHandlers["FETCH"] = fetched;
  const goesOn = await client.handleResponse({ payload: Buffer.from(line), literals: [Buffer.from("hi")] });
  return { goesOn, fetched: fetched.mock.calls.map(([untagged]) => untagged), logged: log.mock.calls.length };
};

it("a FETCH response reaches its command with its literals, and is not written out for a log", async () => {
  const { goesOn, fetched, logged } = await heard("* 1 FETCH (UID 7 BODY[] {2}\r\n)", () => undefined);

  expect(goesOn).toBe(true);
  expect(fetched).toMatchObject([
    { command: "1", attributes: [{ value: "FETCH" }, [{}, { value: "7" }, {}, { value: Buffer.from("hi") }]] },
  ]);
  expect(logged).toBe(0);
});

it("a FETCH response that breaks its command ends nothing else", async () => {
  const broken = async () => {
    throw new Error("broken");
  };

  expect(await heard("* 1 FETCH (UID 7)", broken)).toMatchObject({ goesOn: true, fetched: [{}] });
});

it("a FETCH response that cannot be parsed is left out", async () => {
  expect(await heard(`* 1 FETCH (UID 7 BODYSTRUCTURE ${"(".repeat(60)}`, () => undefined)).toMatchObject({ goesOn: true, fetched: [] });
});

/** A client whose search is answered by a line. */
const searched = async (line: string, most: number) => {
  const client = new LeanImapFlow({ host: "localhost", port: 993, auth: { user: "jane", pass: "p" }, logger: false });
  client.search = async () => {
    await client.handleResponse({ payload: Buffer.from(line), literals: [] });
    return [];
  };
  return client.uidsOf({ all: true }, most);
};

it.each([
  ["* SEARCH 5 7 4294967295", [5, 7, 4_294_967_295]],
  ["* SEARCH", []],
  ["* SEARCH 3 3 (MODSEQ 9)", [3]],
  ["* SEARCH 0 -3 2.5 1e4 12x x12 4294967296 99999999999999999999999 8", [8]],
])("the UIDs of a search are read from its line: %s", async (line, uids) => {
  expect(await searched(line, 10)).toEqual(uids);
});

it("a search that is answered with more than was asked for is an error, and no more of it is read", async () => {
  const line = `* SEARCH${Array.from({ length: 500_000 }, (_, i) => ` ${i + 1}`).join("")}`;
  const add = vi.spyOn(Set.prototype, "add");

  await expect(searched(line, 200)).rejects.toThrow("more than it was asked for");

  expect(add.mock.calls.length).toBeLessThan(1_000);
  add.mockRestore();
});
