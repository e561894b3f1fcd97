import { beforeEach, expect, it } from "vitest";
import { mongoWallets, walletsOf } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { ids } from "#shared/platform/system.ts";
import { withinOneHour } from "#test/support/clock-hour.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const HOUR_MS = 3_600_000;

describeOnMongo("an account's hourly limit", (connect) => {
  const acceptedSends = mongoAcceptedSends(connect);
  const wallets = mongoWallets(connect);
  beforeEach(withinOneHour, HOUR_MS);

  const account = async (limit?: number, credits = 1_000) => {
    const userId = ids.objectId();
    await wallets.topUp(userId, credits, "test");
    await wallets.setHourlyLimit(userId, limit);
    const accept = (emails: number) =>
      acceptedSends.accept(
        userId,
        draftsOf(
          userId,
          Array.from({ length: emails }, () => ({})),
        ),
      );
    return { userId, accept, wallet: () => wallets.find(userId) };
  };

  it("is reached exactly, and never exceeded, by batches side by side", async () => {
    const { accept, wallet } = await account(25);

    const outcomes = await Promise.all(Array.from({ length: 8 }, () => accept(7)));

    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(25);
    expect(await wallet()).toMatchObject({ balance: 975, hourly: { accepted: 25 } });
    for (const { count, waitSeconds } of outcomes) if (count < 7) expect(waitSeconds).toBeGreaterThan(0);
  });

  it("tells how long the hour lasts, and nothing where the balance is what ends", async () => {
    const limited = await account(2);
    const poor = await account(2, 1);

    expect(await limited.accept(2)).toEqual({ count: 2 });
    const beyond = await limited.accept(1);
    expect(beyond.count).toBe(0);
    expect(beyond.waitSeconds).toBeGreaterThan(0);
    expect(beyond.waitSeconds).toBeLessThanOrEqual(3_600);
    expect(await poor.accept(2)).toEqual({ count: 1 });
  });

  it("counts anew when the next clock hour begins, and what was accepted before it was set", async () => {
    const { userId, accept, wallet } = await account();
    await accept(3);
    await wallets.setHourlyLimit(userId, 3);
    expect((await accept(1)).count).toBe(0);

    const hourly = (await wallet())!.hourly!;
    const before = { since: new Date(hourly.since.getTime() - HOUR_MS), accepted: 3 };
    await walletsOf(await connect()).updateOne({ _id: oid(userId) }, { $set: { hourly: before } });

    expect(await accept(4)).toMatchObject({ count: 3 });
    expect((await wallet())!.hourly).toEqual(hourly);
  });

  it("of 0 lets nothing through, and ends when it is taken away", async () => {
    const { userId, accept } = await account(0);
    expect(await accept(1)).toMatchObject({ count: 0 });

    await wallets.setHourlyLimit(userId, undefined);

    expect(await accept(1)).toEqual({ count: 1 });
  });

  it("costs an accepted email no further command", async () => {
    const limited = await account(100);
    const free = await account();
    const commandsOf = async (accept: typeof free.accept) => (await countDocuments(connect, () => accept(1))).commands;

    expect(await commandsOf(limited.accept)).toBe(await commandsOf(free.accept));
  });

  it("of an account that never had credits may be set", async () => {
    const userId = ids.objectId();

    await wallets.setHourlyLimit(userId, 5);

    expect(await wallets.find(userId)).toMatchObject({ balance: 0, hourlyLimit: 5 });
  });
});
