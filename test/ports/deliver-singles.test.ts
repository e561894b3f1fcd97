import { expect, it } from "vitest";
import { buildGate } from "#shared/domain/sending/deliver/build-gate.ts";
import { deliverSingle } from "#shared/domain/sending/deliver/deliver-single.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const CALL = 10;

describeOnMongo("single emails that share a call", (connect) => {
  const rigsOn = async (...servers: readonly Awaited<ReturnType<typeof smtpServer>>[]) =>
    Promise.all(servers.map((smtp) => sendingRig({ connect, smtp, mailbox: { type: "google" } })));
  type Rigs = Awaited<ReturnType<typeof rigsOn>>;
  const call = async (rigs: Rigs) => {
    const gate = buildGate();
    await Promise.all(rigs.map(({ ports, mailbox }) => deliverSingle(ports, { mailboxId: mailbox.id, sendIds: [] }, gate)));
  };
  const accepted = async (rigs: Rigs) => (await Promise.all(rigs.map((rig) => rig.accept({})))).flat();
  const read = (rigs: Rigs, sends: Awaited<ReturnType<typeof accepted>>) => Promise.all(rigs.map((rig, n) => rig.read(sends[n]!)));

  it("leave once each, and wake nobody", async () => {
    const smtp = await smtpServer();
    const rigs = await rigsOn(...Array.from({ length: CALL }, () => smtp));
    const sends = await accepted(rigs);

    await call(rigs);
    await call(rigs);

    expect(smtp.accepted.map(({ messageId }) => messageId).toSorted()).toEqual(sends.map(({ messageId }) => messageId).toSorted());
    for (const send of await read(rigs, sends)) expect(send).toMatchObject({ status: "sent", attempts: 1 });
    for (const { wakeUps } of rigs) expect(wakeUps.woken).toEqual([]);
  });

  it("fare each by what its own server says, and the reply that is lost is that one's alone", async () => {
    const [good, refusing, busy, lost] = await Promise.all([
      smtpServer(),
      smtpServer({ rcpt: { reply: "550 5.1.1 no such user" } }),
      smtpServer({ mail: { reply: "451 4.3.0 later" } }),
      smtpServer({ dot: { end: "drop", accepted: true } }),
    ]);
    const rigs = await rigsOn(good, refusing, busy, lost);
    const sends = await accepted(rigs);

    await call(rigs);

    const [sent, refused, later, unknown] = await read(rigs, sends);
    expect(sent).toMatchObject({ status: "sent" });
    expect(refused).toMatchObject({ status: "failed", lastError: expect.stringContaining("550 5.1.1") });
    expect(later).toMatchObject({ status: "queued", attempts: 1 });
    expect(unknown).toMatchObject({ status: "processing", stage: "intent" });
    // The outcome is looked up by the send queue's worker, and the email never given to the server again.
    expect(rigs.map(({ wakeUps }) => wakeUps.woken.length)).toEqual([0, 0, 1, 1]);
    await call(rigs);
    expect(lost.accepted).toHaveLength(1);
  });
});
