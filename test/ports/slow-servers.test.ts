import { expect, it } from "vitest";
import { mongoWorkerTime } from "#shared/sending/store/recovery.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { sendingRig, submittingBy } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const MINUTE_MS = 60_000;
const smtpServer = smtpServers();

describeOnMongo("workers' time", (connect) => {
  it("is within the budget up to ten minutes, and then asks for a rest of six times what is too much", async () => {
    const time = mongoWorkerTime(connect);
    const [slow, other] = [ids.objectId(), ids.objectId()];

    expect(await time.spend(slow, 9 * MINUTE_MS)).toBe(0);
    expect((await time.spend(slow, 3 * MINUTE_MS)) / MINUTE_MS).toBeCloseTo(12, 0);
    expect(await time.spend(other, MINUTE_MS)).toBe(0);
  });

  it("fills up again evenly in an hour", async () => {
    const time = mongoWorkerTime(connect);
    const mailboxId = ids.objectId();
    await time.spend(mailboxId, 20 * MINUTE_MS);
    await (await connect()).collection("workerTime").updateMany({}, { $set: { at: new Date(Date.now() - 90 * MINUTE_MS) } }, TEST_ONLY);

    expect(await time.spend(mailboxId, 4 * MINUTE_MS)).toBe(0);
    expect((await time.spend(mailboxId, 2 * MINUTE_MS)) / MINUTE_MS).toBeCloseTo(6, 0);
  });

  it("is counted right for two workers at once", async () => {
    const time = mongoWorkerTime(connect);
    const mailboxId = ids.objectId();

    await Promise.all([time.spend(mailboxId, 5 * MINUTE_MS), time.spend(mailboxId, 5 * MINUTE_MS)]);

    expect((await time.spend(mailboxId, MINUTE_MS)) / MINUTE_MS).toBeCloseTo(6, 0);
  });
});

describeOnMongo("a server that takes its time", (connect) => {
  /** A rig on whose clock each message takes `sendMs`. */
  const rigWith = async (sendMs: number) => {
    const smtp = await smtpServer();
    let skew = 0;
    const plain = await sendingRig({ connect, smtp });
    const submissions = submittingBy(plain.ports.submissions, (opened) => async (...message) => {
      const outcome = await opened.submit(...message);
      skew += sendMs;
      return outcome;
    });
    const clock = { now: () => new Date(Date.now() + skew) };
    return { smtp, rig: await sendingRig({ connect, smtp, ports: { submissions, clock } }) };
  };

  it("is paused once it has taken its budget of workers' time, and its mail waits without an attempt", async () => {
    const { smtp, rig } = await rigWith(240_000);
    const sends = await rig.accept(...Array.from({ length: 9 }, () => ({})));

    for (let worker = 0; worker < 6; worker += 1) await rig.deliver();

    expect(smtp.accepted).toHaveLength(3);
    expect(rig.log.events).toContain("a slow mailbox is paused");
    expect(rig.wakeUps.woken.at(-1)!.dueAt!.getTime()).toBeGreaterThan(Date.now() + 5 * MINUTE_MS);
    expect(await rig.read(sends[8]!)).toMatchObject({ status: "queued", attempts: 0 });
  });

  it("never rests for a lot of mail at a usual pace", async () => {
    const { smtp, rig } = await rigWith(1_500);
    await rig.accept(...Array.from({ length: 200 }, () => ({})));

    for (let worker = 0; worker < 12; worker += 1) await rig.deliver();

    expect(smtp.accepted).toHaveLength(200);
    expect(rig.log.events).not.toContain("a slow mailbox is paused");
  });
});
