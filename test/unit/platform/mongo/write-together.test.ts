import { setImmediate } from "node:timers/promises";
import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { currentWorld, inWorld } from "#shared/platform/world.ts";
import { writeTogether } from "#shared/sending/store/deliveries.ts";

interface Row {
  readonly _id: ObjectId;
  readonly n: number;
}

/** Updates of documents 1 to 9 over a collection that answers when it is told; what it was asked, in order. */
const world = () => {
  const ids = Array.from({ length: 10 }, (_, n) => new ObjectId(String(n).repeat(24)));
  const asked: string[] = [];
  const answers: PromiseWithResolvers<{ matchedCount: number }>[] = [];
  let rows: readonly Row[] = [];
  const answer = async (what: string) => {
    asked.push(what);
    const waiting = Promise.withResolvers<{ matchedCount: number }>();
    answers.push(waiting);
    return waiting.promise;
  };
  const nameOf = (id: ObjectId) => ids.findIndex((one) => one.equals(id));
  const collection = {
    updateOne: (filter: Row) => answer(`one ${nameOf(filter._id)}`),
    bulkWrite: (operations: readonly { updateOne: { filter: Row } }[], options: object) =>
      answer(`${operations.map(({ updateOne }) => nameOf(updateOne.filter._id)).join()} ${JSON.stringify(options)}`),
    find: (filter: { _id: { $in: readonly ObjectId[] } }) => {
      asked.push(`find ${filter._id.$in.map(nameOf).join()}`);
      return { toArray: async () => rows };
    },
  };
  const update = writeTogether<Row>(async () => collection as never);
  const write = (n: number) =>
    update({ filter: { _id: ids[n]! }, update: {}, applied: (row) => row.n === 1 }).catch((error: Error) => error.message);
  const turn = async () => {
    for (let i = 0; i < 5; i += 1) await setImmediate();
  };
  return {
    ids,
    asked,
    write,
    turn,
    done: (matchedCount: number) => answers.shift()?.resolve({ matchedCount }),
    fail: (why: string) => answers.shift()?.reject(new Error(why)),
    find: (found: readonly Row[]) => (rows = found),
  };
};

it("what comes in one turn leaves together, each on its own, and what comes meanwhile after it, together", async () => {
  const { asked, write, turn, done } = world();
  const first = [write(1), write(2)];
  await turn();
  const second = [write(3), write(4)];
  await turn();
  expect(asked).toEqual(['1,2 {"ordered":false}']);

  done(2);
  expect(await Promise.all(first)).toEqual([true, true]);
  await turn();
  done(2);
  expect(await Promise.all(second)).toEqual([true, true]);

  expect(asked).toEqual(['1,2 {"ordered":false}', '3,4 {"ordered":false}']);
  await turn();
  expect(asked).toHaveLength(2);
});

it("one alone is told by its count", async () => {
  const { asked, write, turn, done } = world();
  const told = [];
  for (const count of [1, 0]) {
    const written = write(5);
    await turn();
    done(count);
    told.push(await written);
    await turn();
  }

  expect([told, asked]).toEqual([
    [true, false],
    ["one 5", "one 5"],
  ]);
});

it("where some conditions did not hold the documents tell which: one that is gone, one that is otherwise", async () => {
  const { ids, asked, write, turn, done, find } = world();
  find([
    { _id: ids[1]!, n: 1 },
    { _id: ids[2]!, n: 2 },
  ]);
  const written = [write(1), write(2), write(3)];
  await turn();
  done(1);

  expect(await Promise.all(written)).toEqual([true, false, false]);
  expect(asked).toEqual(['1,2,3 {"ordered":false}', "find 1,2,3"]);
});

it("a failure is told to all of its group, and ends none that comes later", async () => {
  const { write, turn, done, fail } = world();
  const failing = [write(1), write(2)];
  await turn();
  fail("no primary");
  expect(await Promise.all(failing)).toEqual(["no primary", "no primary"]);

  const later = write(3);
  await turn();
  done(1);
  expect(await later).toBe(true);
});

it("writes for test worlds apart, each within its own", async () => {
  const asked: string[] = [];
  const together = writeTogether<Row>(async () => {
    const here = currentWorld()?.userId ?? "live";
    return {
      updateOne: async () => (asked.push(`${here} one`), { matchedCount: 1 }),
      bulkWrite: async (operations: readonly unknown[]) => (
        asked.push(`${here} ${operations.length}`),
        { matchedCount: operations.length }
      ),
      find: () => ({ toArray: async () => [] }),
    } as never;
  });
  const write = () => together({ filter: { _id: new ObjectId() }, update: {}, applied: () => true });
  const both = () => [write(), write()];
  const within = (userId: string) => inWorld({ userId, now: () => new Date() }, both);

  await Promise.all([...both(), ...within("a"), ...within("b")]);

  expect(asked.toSorted()).toEqual(["a 2", "b 2", "live 2"]);
});
