import { expect, it } from "vitest";
import { wakeWhatWaits } from "#infra/local/follow-events.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { recordingWakeUps } from "#test/support/sending-rig.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

describeOnMongo("a start of the local system", (connect) => {
  it("wakes what is due at once, what is due within a quarter of an hour at its time, and leaves the rest to their schedules", async () => {
    const userId = ids.objectId();
    await mongoWallets(connect).topUp(userId, 10, "test");
    const drafts = [{}, { scheduledAt: inSeconds(20) }, { scheduledAt: inSeconds(800) }, { scheduledAt: inSeconds(2000) }].flatMap(
      (email) => draftsOf(userId, [email], aMailbox({ userId })),
    );
    await mongoAcceptedSends(connect).accept(userId, drafts);
    const wakeUps = recordingWakeUps();

    await wakeWhatWaits(await connect(), { deliveries: mongoDeliveries(connect), wakeUps, clock });

    const [due, soon, later] = drafts.map(({ send }) => send);
    const woken = wakeUps.woken.filter((waiting) => waiting.userId === userId);
    expect(woken.map(({ id, dueAt }) => [id, dueAt])).toEqual([
      [due!.id, undefined],
      [soon!.id, soon!.dueAt],
      [later!.id, later!.dueAt],
    ]);
  });
});
