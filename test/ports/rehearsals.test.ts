import { expect, it } from "vitest";
import type { Outcome } from "#shared/sending/forecast/play-rehearsal.ts";
import { mongoRehearsals } from "#shared/sending/store/rehearsals.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("rehearsals", (connect) => {
  const rehearsals = mongoRehearsals(connect);
  const made = async (userId: string, emails = 1, endsInMs = 60_000) => {
    const [at, id] = [new Date(), ids.objectId()];
    const counts = { emails, leaves: emails, fails: 0, later: 0, unknown: 0, cancelled: {}, days: [] };
    const times = { createdAt: at, until: at, timezone: "UTC", expiresAt: new Date(at.getTime() + endsInMs) };
    const outcomes = Array.from({ length: emails }, (_, n) => ({ id: `${n}` }) as unknown as Outcome);
    await rehearsals.insert({ id, userId, ...times, ...counts }, outcomes);
    return id;
  };
  const idsOf = (outcomes: readonly Outcome[] | undefined) => outcomes?.map((one) => Number((one as unknown as { id: string }).id));

  it("are the account's own, until their end, also while the database still has them", async () => {
    const [userId, other] = [ids.objectId(), ids.objectId()];
    const [id, ended] = [await made(userId), await made(userId, 1, -1)];

    expect(await rehearsals.find(userId, id)).toMatchObject({ id, userId, emails: 1 });
    expect(await rehearsals.find(userId, id)).not.toHaveProperty("pages");
    expect(idsOf(await rehearsals.outcomes(userId, id, 0, 10))).toEqual([0]);
    for (const [who, which] of [
      [other, id],
      [userId, ended],
      [userId, ids.objectId()],
    ] as const)
      expect([await rehearsals.find(who, which), await rehearsals.outcomes(who, which, 0, 10)]).toEqual([undefined, undefined]);
  });

  it.each([
    [0, 200],
    [199, 3],
    [200, 1],
    [201, 200],
    [399, 200],
    [402, 10],
    [449, 50],
    [450, 10],
  ])("give their emails from number %i, up to %i, each once", async (start, limit) => {
    const userId = ids.objectId();
    const id = await made(userId, 450);
    const expected = Array.from({ length: 450 }, (_, n) => n).slice(start, start + limit);
    expect(idsOf(await rehearsals.outcomes(userId, id, start, limit))).toEqual(expected);
  });

  it("are the latest twenty of an account, however many others have; another's stay", async () => {
    const [userId, other] = [ids.objectId(), ids.objectId()];
    const foreign = [await made(other)];
    const all: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      if (n > 19) foreign.push(await made(other));
      all.push(await made(userId));
    }

    const there = async (who: string, which: readonly string[]) =>
      Promise.all(which.map(async (id) => (await rehearsals.find(who, id)) !== undefined));
    expect(await there(userId, all)).toEqual(all.map((_, n) => n >= 3));
    expect(await there(other, foreign)).toEqual(foreign.map(() => true));
  });
});
