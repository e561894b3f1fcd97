// How requests go in batches, one guard at a time: in which order, how many at once, and what is asked again.
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiError } from "#shared/transports/http/api-client.ts";
import { type BatchAnswer, readInBatches } from "#shared/transports/http/batches.ts";
import { readBatch } from "#shared/transports/graph/graph-client.ts";
import { readsOver } from "#test/support/api-reads.ts";

const throttled = (retryAfterMs?: number, paceMs: number | undefined = 1) =>
  ({ error: { paceMs, retryAfterMs } as ApiError }) satisfies BatchAnswer;
const refused: BatchAnswer = { error: { paceMs: undefined } as ApiError };
const paths = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);
const tooMuch = new MailFailure("HTTPS", "refused", { code: 413 });

const rig = (
  post: (some: readonly string[], round: number) => readonly BatchAnswer[],
  more: { most?: number; rounds?: number; unsaidMs?: (round: number) => number } = {},
) => {
  const posted: [readonly string[], boolean][] = [];
  const rounds: number[] = [];
  const read = (wanted: readonly string[]) =>
    readInBatches(
      {
        most: more.most ?? 3,
        rounds: more.rounds ?? 1,
        ...("unsaidMs" in more ? { unsaidMs: (round: number) => (rounds.push(round), more.unsaidMs!(round)) } : {}),
        post: async (some, isRepeated) => {
          posted.push([some, isRepeated]);
          return post(some, posted.length);
        },
      },
      wanted,
    );
  return { posted, rounds, read };
};
const echo = (some: readonly string[]) => some.map((path) => ({ body: path }));
const bodies = (answers: readonly BatchAnswer[]) => answers.map((one) => ("body" in one ? one.body : "error"));

describe("requests", () => {
  it.each([
    [0, []],
    [2, [2]],
    [3, [3]],
    [4, [3, 1]],
    [7, [3, 3, 1]],
  ])("%i of them go three at a time, and are answered in their order", async (count, sizes) => {
    const { posted, read } = rig(echo);
    expect(bodies(await read(paths(count)))).toEqual(paths(count));
    expect(posted.map(([some]) => some.length)).toEqual(sizes);
    expect(posted.every(([, isRepeated]) => !isRepeated)).toBe(true);
  });

  it("that are throttled alone are asked again, after the wait that is asked for, and stand in their places", async () => {
    const { posted, read } = rig((some, round) => (round === 1 ? [{ body: "a" }, throttled(40), refused] : echo(some)));
    const began = performance.now();
    expect(bodies(await read(paths(3)))).toEqual(["a", "/1", "error"]);
    expect(performance.now() - began).toBeGreaterThan(35);
    expect(posted.slice(1)).toEqual([[["/1"], true]]);
  });

  it("are asked again after the longest of the waits, told or not, by the rules or by what each interface says", async () => {
    const { rounds, read } = rig((some, round) => (round === 1 ? [throttled(5), throttled(60), throttled(10)] : echo(some)), {
      unsaidMs: () => 1,
    });
    const began = performance.now();
    await read(paths(3));
    expect(performance.now() - began).toBeGreaterThan(55);
    expect(rounds).toEqual([]);
    const own = rig((some, round) => (round < 3 ? some.map(() => throttled(undefined, 9_000)) : echo(some)), {
      rounds: 2,
      unsaidMs: () => 1,
    });
    expect(bodies(await own.read(paths(1)))).toEqual(["/0"]);
    expect(new Set(own.rounds)).toEqual(new Set([0, 1]));
  });

  it.each([0, 1, 3])("are asked again %i times, and are then the mailbox's failure", async (rounds) => {
    const { posted, read } = rig((some) => some.map(() => throttled(1)), { rounds });
    await expect(read(paths(2))).rejects.toMatchObject({ retryAfterMs: 1 });
    expect(posted).toHaveLength(rounds + 1);
  });

  it("are the mailbox's failure at once where the wait is longer than five seconds, by the longest", async () => {
    for (const answers of [[throttled(5_001)], [throttled(1), throttled(5_001)], [throttled(undefined, 5_001)]]) {
      const { posted, read } = rig(() => answers);
      await expect(read(paths(answers.length))).rejects.toMatchObject(answers.at(-1)!.error);
      expect(posted).toHaveLength(1);
    }
  });
});

describe("a batch that is too much", () => {
  it("is asked for in halves, down to one request, each answer in its place", async () => {
    const { posted, read } = rig(
      (some) => {
        if (some.length > 1) throw tooMuch;
        return echo(some);
      },
      { most: 5 },
    );
    expect(bodies(await read(paths(5)))).toEqual(paths(5));
    expect(posted.map(([some]) => some.length)).toEqual([5, 3, 2, 1, 1, 1, 2, 1, 1]);
  });

  it("for one request is an error, as any other failure is for many", async () => {
    const one = rig(() => {
      throw tooMuch;
    });
    await expect(one.read(paths(1))).rejects.toBe(tooMuch);
    expect(one.posted).toHaveLength(1);
    const other = rig(() => {
      throw new MailFailure("HTTPS", "unreachable", {});
    });
    await expect(other.read(paths(3))).rejects.toMatchObject({ reason: "unreachable" });
    expect(other.posted).toHaveLength(1);
  });
});

describe("Graph's batches", () => {
  const batch = async (count: number, statuses: readonly number[]) => {
    const sent: { id: string; dependsOn?: string[] }[][] = [];
    let asked = 0;
    const { reads } = readsOver("graph", () => ({ status: 200 }));
    const client = {
      json: async (_: unknown, { json: { requests } }: { json: { requests: { id: string; dependsOn?: string[] }[] } }) => {
        sent.push(requests);
        return {
          responses: requests.map(({ id }) => {
            const status = statuses[asked++] ?? 200;
            return { id, status, headers: { "Retry-After": "0" }, body: { n: id } };
          }),
        };
      },
    };
    const answers = await readBatch(
      { ...reads, account: { ...reads.account, username: crypto.randomUUID() }, client: client as never },
      paths(count),
    ).catch((error: unknown) => error as MailFailure);
    return { sent, answers };
  };

  it("hold twenty requests, independent of each other", async () => {
    const { sent } = await batch(21, []);
    expect(sent.map(({ length }) => length)).toEqual([20, 1]);
    expect(sent.flat().some((request) => "dependsOn" in request)).toBe(false);
  });

  it("of requests that were throttled run them one after another, once", async () => {
    const { sent, answers } = await batch(3, [429, 429, 429]);
    expect(sent[1]).toMatchObject([{ id: "0" }, { id: "1", dependsOn: ["0"] }, { id: "2", dependsOn: ["1"] }]);
    expect(sent[1]![0]).not.toHaveProperty("dependsOn");
    expect(answers).toMatchObject([{ body: { n: "0" } }, { body: { n: "1" } }, { body: { n: "2" } }]);
    expect((await batch(1, [429, 429])).sent).toHaveLength(2);
  });

  it("answer 299 as 200 and 300 as an error; what is no status is left out", async () => {
    const { answers } = await batch(4, [299, 300, 199, "200" as never]);
    expect((answers as readonly BatchAnswer[]).map((one) => ("body" in one ? "body" : one.error.status))).toEqual(["body", 300, 199, 0]);
  });
});
