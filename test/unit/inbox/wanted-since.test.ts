import { describe, expect, it } from "vitest";
import { aPullWorld, day, mail } from "#test/support/pull-world.ts";

describe("a pull", () => {
  it("takes only mail received since the wanted moment, though the server knows days", async () => {
    const world = await aPullWorld({ inboxSyncFrom: new Date(day(2).getTime() + 3_600_000) });
    world.server.deliver([mail(1, { receivedAt: day(2) }), mail(2, { receivedAt: day(1) }), mail(3, { receivedAt: day(40) })]);

    const report = await world.pull();

    expect(report.stored).toBe(1);
    expect([...world.stored.values()].map(({ message }) => message.messageId)).toEqual(["<m2@peer.test>"]);
    expect(world.cursor()?.lastUid).toBe(3);
  });

  it("takes mail that came in the second of the wanted moment, for servers tell no fractions", async () => {
    const world = await aPullWorld({ inboxSyncFrom: new Date(day(2).getTime() + 900) });
    world.server.deliver([mail(1, { receivedAt: day(2) }), mail(2, { receivedAt: new Date(day(2).getTime() - 1_000) })]);

    await world.pull();

    expect([...world.stored.values()].map(({ message }) => message.messageId)).toEqual(["<m1@peer.test>"]);
  });
});
