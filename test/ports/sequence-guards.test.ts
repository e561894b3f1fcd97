// What keeps a write to a sequence from another account's, another sequence's, and from what changed since it was read.
import { beforeEach, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSequences } from "#shared/sequences/store/sequences.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { madeAt, storedSequences, theStep, UNTOUCHED } from "#test/support/stored-sequences.ts";

describeOnMongo("a sequence beside others", (connect) => {
  const { sequences, userId, stateOf, writeSend, three } = storedSequences(connect);
  let { mine, sibling, foreign } = {} as Awaited<ReturnType<typeof three>>;
  beforeEach(async () => void ({ mine, sibling, foreign } = await three()));
  const othersAreUntouched = async () => expect([await stateOf(sibling), await stateOf(foreign)]).toEqual([UNTOUCHED, UNTOUCHED]);

  const pause = async ({ sequence }: typeof mine, paused: boolean) => {
    await sequences.pause(sequence.userId, sequence.id, paused);
    await sequences.settle(sequence.userId, sequence.id);
  };

  it("is paused, goes on and is deleted alone, by its own account", async () => {
    const { id } = mine.sequence;
    const other = foreign.sequence.userId;
    expect(await sequences.pause(other, id, true)).toBeUndefined();
    expect(await sequences.delete(other, id)).toBeUndefined();
    expect(await sequences.settle(other, id)).toEqual({ cancelled: [], more: false });
    expect(await stateOf(mine)).toEqual(UNTOUCHED);

    await pause(mine, true);
    expect(await stateOf(mine)).toEqual(["", 1, true, false, "scheduled", true]);
    await othersAreUntouched();
    for (const one of [sibling, foreign]) await pause(one, true);
    await pause(mine, false);
    expect(await stateOf(mine)).toEqual(UNTOUCHED);
    expect([await stateOf(sibling), await stateOf(foreign)].map(([, , paused, , , held]) => [paused, held])).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const one of [sibling, foreign]) await pause(one, false);

    await sequences.delete(userId, id);
    expect(await sequences.settle(other, id)).toEqual({ cancelled: [], more: false });
    expect(await sequences.settle(userId, id)).toEqual({ cancelled: [mine.send.id], more: false });
    expect(await stateOf(mine)).toEqual(["", 1, false, true, "cancelled", false]);
    await othersAreUntouched();
  });

  it("is settled once the sweeper has looked, unless it was paused or let go on since that", async () => {
    await sequences.pause(userId, mine.sequence.id, true);
    const unsettled = async (forMs = 0) => (await sequences.unsettled(forMs)).filter(({ id }) => id === mine.sequence.id);
    const [found] = await unsettled();
    expect(await unsettled(60_000)).toEqual([]);
    await new Promise((done) => setTimeout(done, 5));
    await sequences.pause(userId, mine.sequence.id, false);

    await sequences.settled(found!);
    const [again] = await unsettled();
    await sequences.settled({ ...again!, userId: foreign.sequence.userId });
    expect(await unsettled()).toHaveLength(1);

    await sequences.settled(again!);
    expect(await unsettled()).toEqual([]);
  });

  it("pauses what was cancelled, too, so that what a correction brings back does not leave", async () => {
    await writeSend(mine.send, { status: "cancelled", cancelReason: "replied" });

    await pause(mine, true);
    expect(await stateOf(mine)).toEqual(["", 1, true, false, "cancelled", true]);
    await pause(mine, false);
    expect(await stateOf(mine)).toEqual(["", 1, false, false, "cancelled", false]);
  });

  it("that is deleted is neither paused nor written, and stays deleted since it was", async () => {
    const { deletedAt } = (await sequences.delete(userId, mine.sequence.id))!;
    await new Promise((done) => setTimeout(done, 5));

    expect((await sequences.delete(userId, mine.sequence.id))!.deletedAt).toEqual(deletedAt);
    expect(await sequences.pause(userId, mine.sequence.id, true)).toBeUndefined();
    expect(await sequences.write(mine.sequence, { name: "Anew" })).toBeUndefined();
    expect(await stateOf(mine)).toEqual(["", 1, false, true, "scheduled", false]);
  });

  it("is written at the revision that was read alone", async () => {
    expect(await sequences.write({ ...mine.sequence, userId: foreign.sequence.userId }, { name: "x" })).toBeUndefined();
    expect(await sequences.write(mine.sequence, { steps: [{ ...theStep, subject: "Anew" }] })).toMatchObject({ revision: 2 });
    expect(await sequences.write(mine.sequence, { steps: [{ ...theStep, subject: "Late" }] })).toBeUndefined();
    expect(await sequences.find(userId, mine.sequence.id)).toMatchObject({ revision: 2, steps: [{ subject: "Anew" }] });
    await othersAreUntouched();
  });

  it("cancels no step that was claimed since it was found", async () => {
    const claim = () => writeSend(mine.send, { status: "processing", stage: "intent" });

    await sequences.delete(userId, mine.sequence.id);
    await mongoSequences(interrupted(connect, "sends", "updateMany", claim)).settle(userId, mine.sequence.id);

    expect((await stateOf(mine))[4]).toBe("processing");
  });

  it("counts its own sends alone", async () => {
    for (const one of [mine, sibling, foreign]) await writeSend(one.send, { status: "sent", sentAt: madeAt });
    await rawSends(await connect()).updateOne({ _id: oid(foreign.send.id) }, { $set: { sequenceId: oid(mine.sequence.id) } });

    expect(await sequences.numbers(userId, mine.sequence.id)).toMatchObject([{ step: 1, sent: 1 }]);
  });
});
