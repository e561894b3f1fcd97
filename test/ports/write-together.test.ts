import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { type GuardedUpdate, writeTogether } from "#shared/sending/store/deliveries.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

interface Row {
  readonly _id: ObjectId;
  readonly stage: "claimed" | "intent" | "sent";
}

describeOnMongo("updates that are written together", (connect) => {
  const rows = async () => (await connect()).raw.collection<Row>("together");
  /** A store of its own, what its commands carried, and rows to update. */
  const together = async (stages: readonly Row["stage"][]) => {
    const collection = await rows();
    const made = stages.map((stage) => ({ _id: new ObjectId(), stage }));
    await collection.insertMany(made);
    const { client } = (await connect()).raw;
    const commands: number[] = [];
    client.on("commandStarted", ({ commandName, command }) => {
      if (commandName === "update") commands.push((command["updates"] as unknown[]).length);
    });
    const advance = (from: Row["stage"], stage: Row["stage"]) => {
      return ({ _id }: { readonly _id: ObjectId }): GuardedUpdate<Row> => ({
        filter: { _id, stage: from },
        update: { $set: { stage } },
        applied: (row) => row.stage === stage,
      });
    };
    return {
      made,
      commands,
      advance,
      update: writeTogether(rows),
      read: () => collection.find({ _id: { $in: made.map(({ _id }) => _id) } }).toArray(),
    };
  };

  it("takes updates of one turn in one command, and tells each whether its condition held", async () => {
    const { made, commands, advance, update, read } = await together(["claimed", "sent", "claimed", "sent"]);

    const applied = await Promise.all(made.map(advance("claimed", "intent")).map(update));

    expect(applied).toEqual([true, false, true, false]);
    expect(commands).toEqual([4]);
    expect((await read()).map(({ stage }) => stage)).toEqual(["intent", "sent", "intent", "sent"]);
  });

  it("writes at once, and meanwhile gathers what comes", async () => {
    const { made, commands, advance, update } = await together(["claimed", "claimed", "claimed"]);

    const first = update(advance("claimed", "intent")(made[0]!));
    await new Promise((resolve) => setImmediate(resolve));
    const others = made.slice(1).map(advance("claimed", "intent")).map(update);
    expect(await Promise.all([first, ...others])).toEqual([true, true, true]);

    expect(commands).toEqual([1, 2]);
  });

  it("tells everyone of a command that failed, and goes on", async () => {
    const { made, advance, update } = await together(["claimed", "claimed", "claimed"]);
    const [first, second, third] = made;
    const impossible = { ...advance("claimed", "intent")(first!), update: { $noSuchOperator: { stage: 1 } } };

    const both = await Promise.allSettled([update(impossible), update(advance("claimed", "intent")(second!))]);

    expect(both.map(({ status }) => status)).toContain("rejected");
    expect(await update(advance("claimed", "intent")(third!))).toBe(true);
  });
});
