import { expect, it } from "vitest";
import { mongoSlots } from "#shared/accounts/store/shares.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("slots", (connect) => {
  const slots = mongoSlots(connect);

  it("are at most so many under a name, also when all are taken at once, and free again when they are given back", async () => {
    const name = ids.objectId();
    const taken = await Promise.all(Array.from({ length: 5 }, () => slots.take(name, 2, 60_000)));
    const held = taken.filter((slot) => slot !== undefined);

    expect(held).toHaveLength(2);
    expect(await slots.take(name, 2, 60_000)).toBeUndefined();
    expect(await slots.take(ids.objectId(), 1, 60_000)).toBeDefined();
    await held[0]!.free();
    expect(await slots.take(name, 2, 60_000)).toBeDefined();
    await held[0]!.free();
    expect(await slots.take(name, 2, 60_000)).toBeUndefined();
  });

  it("end by themselves when their holder died, and no earlier", async () => {
    const name = ids.objectId();
    const brief = ids.objectId();
    await slots.take(name, 1, 60_000);
    await slots.take(brief, 1, 1);
    await new Promise((done) => setTimeout(done, 20));

    expect(await slots.take(brief, 1, 60_000)).toBeDefined();
    expect(await slots.take(name, 1, 60_000)).toBeUndefined();
  });
});
