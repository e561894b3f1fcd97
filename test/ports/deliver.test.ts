import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { pausedForMs, resumeMailbox } from "#shared/sending/store/delivery-rows.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { memorySentFolder, type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("delivering", (connect) => {
  const rigOn = async (script: Script = {}, options: Partial<RigOptions> = {}) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp, ...options }) };
  };

  it("sends everything that is due, many over one connection", async () => {
    const { smtp, rig } = await rigOn();
    const sends = await rig.accept(...Array.from({ length: 30 }, (_, index) => ({ subject: `n ${index}` })));

    await rig.deliver();

    expect(smtp.accepted.map(({ messageId }) => messageId).toSorted()).toEqual(sends.map(({ messageId }) => messageId).toSorted());
    expect(smtp.connections).toBe(3);
    expect(new Set(await rig.statuses(sends))).toEqual(new Set(["sent"]));
    expect(await rig.read(sends[0]!)).toMatchObject({ attempts: 1, lastError: "", sentAt: expect.any(Date) });
    expect(rig.sentFolder.filed).toHaveLength(30);
  });

  it("keeps the Message-ID that the server tells it gave an email instead", async () => {
    const { rig } = await rigOn({ dot: { reply: "250 2.0.0 OK <given.1@provider.test> [Hostname=MX1]" } });
    const [send] = await rig.accept({});

    await rig.deliver();

    expect(await rig.read(send!)).toMatchObject({
      status: "sent",
      messageId: send!.messageId,
      providerMessageId: "<given.1@provider.test>",
    });
  });

  it("sends a few in their order over one connection", async () => {
    const { smtp, rig } = await rigOn();
    const sends = await rig.accept(...Array.from({ length: 10 }, (_, index) => ({ subject: `n ${index}` })));

    await rig.deliver();

    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual(sends.map(({ messageId }) => messageId));
    expect(smtp.connections).toBe(1);
  });

  it.each(["google", "outlook"] as const)("uses one connection a delivery at %s", async (type) => {
    const { smtp, rig } = await rigOn({}, { mailbox: { type } });
    await rig.accept(...Array.from({ length: 25 }, () => ({})));

    await rig.deliver();

    expect(smtp.connections).toBe(1);
    expect(smtp.accepted).toHaveLength(25);
  });

  it("upgrades by STARTTLS before the login", async () => {
    const smtp = await smtpServer({}, "starttls");
    const mailbox = { smtp: { host: "127.0.0.1", port: smtp.port, secure: "starttls", username: "sales" } } as const;
    const rig = await sendingRig({ connect, smtp, mailbox });
    const sends = await rig.accept({});

    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["sent"]);
  });

  it("spends no more than 30 round trips on ten messages", async () => {
    const { smtp, rig } = await rigOn();
    await rig.accept(...Array.from({ length: 10 }, () => ({})));

    await rig.deliver();

    expect(smtp.accepted).toHaveLength(10);
    expect(smtp.roundTrips).toBeLessThanOrEqual(30);
  });

  it("retries every send of the claim when the server is down, and marks the mailbox after three failures", async () => {
    const { smtp, rig } = await rigOn();
    await smtp.stop();
    const sends = await rig.accept({}, {});

    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["queued", "queued"]);
    const first = await rig.read(sends[0]!);
    expect(first).toMatchObject({ attempts: 1, lastError: expect.stringContaining("cannot be reached") });
    expect(first.dueAt!.getTime() - Date.now()).toBeGreaterThan(20_000);
    expect(rig.wakeUps.woken.map(({ id }) => id)).toEqual(sends.map(({ id }) => id));
    expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ smtpFailures: 1, status: "active" });
  });

  it.each(["535 5.7.8 no", "538 5.7.11 encryption required"])(
    "waits without an attempt at %s, and disconnects the mailbox at the third time",
    async (reply) => {
      const { rig } = await rigOn({ auth: { reply } });

      for (let round = 0; round < 3; round += 1) {
        const [send] = await rig.accept({});
        await rig.deliver();
        expect(await rig.read(send!)).toMatchObject({ status: "queued", attempts: 0, lastError: reply });
        await resumeMailbox(await connect(), oid(rig.mailbox.id));
      }

      expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ status: "disconnected" });
    },
  );

  it("puts off the sends of a disconnected mailbox, and fails them after 72 hours", async () => {
    const waiting = await rigOn({}, { mailbox: { status: "disconnected", statusSince: new Date(Date.now() - 71 * 3_600_000) } });
    const given = await rigOn({}, { mailbox: { status: "disconnected", statusSince: new Date(Date.now() - 73 * 3_600_000) } });
    const [kept] = await waiting.rig.accept({});
    const [lost] = await given.rig.accept({});

    await waiting.rig.deliver();
    await given.rig.deliver();

    expect(await waiting.rig.read(kept!)).toMatchObject({ status: "queued", attempts: 0 });
    expect(await pausedForMs(await connect(), oid(waiting.rig.mailbox.id))).toBeGreaterThan(200_000);
    expect(await given.rig.read(lost!)).toMatchObject({ status: "failed", lastError: "the mailbox has been disconnected for 72 hours" });
    expect(given.smtp.connections + waiting.smtp.connections).toBe(0);
  });

  it("fails a refused recipient at once and goes on with the next over the same connection", async () => {
    const { smtp, rig } = await rigOn({ rcpt: [{ reply: "550 5.1.1 no such user" }] });
    const sends = await rig.accept({}, {});

    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["failed", "sent"]);
    expect(await rig.read(sends[0]!)).toMatchObject({ lastError: "550 5.1.1 no such user", attempts: 1 });
    expect(smtp.connections).toBe(1);
  });

  it.each([
    ["MAIL", { mail: [{ reply: "451 4.7.1 greylisted" }] }, "451 4.7.1 greylisted"],
    ["RCPT", { rcpt: [{ reply: "450 4.2.0 later" }] }, "450 4.2.0 later"],
    ["DATA", { data: [{ reply: "421 4.3.2 closing" }] }, "421 4.3.2 closing"],
    ["the final dot", { dot: [{ reply: "452 4.2.2 full" }] }, "452 4.2.2 full"],
    ["the final dot with 503", { dot: [{ reply: "503 5.5.1 sequence" }] }, "503 5.5.1 sequence"],
    [
      "a drop at MAIL",
      { mail: [{ end: "drop" }] },
      "SMTP: the server cannot be reached or does not answer as expected; check host, port and encryption",
    ],
    [
      "a reset at DATA",
      { data: [{ end: "reset" }] },
      "SMTP: the server cannot be reached or does not answer as expected; check host, port and encryption",
    ],
  ] as const)("retries after a temporary failure at %s", async (_, script, lastError) => {
    const { smtp, rig } = await rigOn(script);
    const sends = await rig.accept({}, {});

    await rig.deliver();

    expect(await rig.read(sends[0]!)).toMatchObject({ status: "queued", attempts: 1, lastError });
    expect((await rig.read(sends[0]!)).countedAt).toBeUndefined();
    expect(await rig.statuses(sends)).toEqual(["queued", "sent"]);
    expect(smtp.accepted).toHaveLength(1);
  });

  it("fails after the twelfth attempt", async () => {
    const { rig } = await rigOn({ rcpt: { reply: "450 4.2.0 later" } });
    const [send] = await rig.accept({});
    const sends = (await connect()).collection("sends");

    for (let attempt = 0; attempt < 12; attempt += 1) {
      await rig.deliver();
      await sends.updateMany({ status: "queued" }, { $set: { dueAt: new Date() } }, TEST_ONLY);
    }

    expect(await rig.read(send!)).toMatchObject({ status: "failed", attempts: 12, lastError: "450 4.2.0 later" });
  });

  it("waits without an attempt when the provider's quota is used up, with everything else of the mailbox", async () => {
    const { smtp, rig } = await rigOn({ dot: [{ reply: "550 5.4.5 Daily user sending quota exceeded" }] });
    const sends = await rig.accept({}, {}, {});

    await rig.deliver();

    for (const send of sends) expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0 });
    const pause = (await rig.sends.pauses([rig.mailbox.id])).get(rig.mailbox.id);
    expect(pause!.until.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(smtp.accepted).toHaveLength(0);
  });

  it("leaves the outcome unknown when the connection is lost after the final dot, never sends again, and looks in the Sent folder", async () => {
    const { smtp, rig } = await rigOn({ dot: [{ end: "drop", accepted: true }, { end: "drop" }] });
    const [filed, lost, fine] = await rig.accept({}, {}, {});
    const holding = { ...memorySentFolder(), contains: async (_: unknown, id: string) => id === filed!.messageId };
    const later = await sendingRig({ connect, smtp, mailbox: rig.mailbox, ports: { sentFolder: holding } });

    await rig.deliver();
    expect(await rig.statuses([filed!, lost!, fine!])).toEqual(["processing", "processing", "sent"]);
    expect(await rig.read(filed!)).toMatchObject({ stage: "intent" });
    await rig.deliver();
    expect(await rig.statuses([filed!, lost!])).toEqual(["processing", "processing"]);
    await (await connect()).collection("sends").updateMany({ stage: "intent" }, { $set: { dueAt: new Date(0) } }, TEST_ONLY);
    await later.deliver();

    expect(await rig.statuses([filed!, lost!])).toEqual(["sent", "failed"]);
    expect((await rig.read(lost!)).lastError).toMatch(/^outcome unknown: /);
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([filed!.messageId, fine!.messageId]);
  });

  it("gives an expired claim back to the queue and settles an expired intent by the Sent folder only", async () => {
    const { smtp, rig } = await rigOn({}, { leaseMs: 1 });
    const [claimed, intended] = await rig.accept({}, {});
    const claim = await rig.ports.deliveries.claim(rig.mailbox.id, { size: 25 });
    if (claim.kind !== "claimed") throw new Error("not claimed");
    await rig.ports.deliveries.intend(claim.token, intended!);
    await (await connect()).collection("sends").updateMany({ status: "processing" }, { $set: { dueAt: new Date(0) } }, TEST_ONLY);

    expect((await rig.ports.deliveries.forgotten(1000)).found.map(({ mailboxId }) => mailboxId)).toContain(rig.mailbox.id);
    expect((await rig.ports.deliveries.recover()).woken.map(({ id }) => id)).toContain(claimed!.id);
    await (await connect()).collection("sends").updateMany({ stage: "intent" }, { $set: { dueAt: new Date(0) } }, TEST_ONLY);
    await rig.deliver();

    expect(await rig.statuses([claimed!, intended!])).toEqual(["sent", "failed"]);
    expect(await rig.read(claimed!)).toMatchObject({ attempts: 1 });
    expect(smtp.accepted).toHaveLength(1);
  });

  it("lets a late 250 win over an outcome given up as unknown, and over nothing else", async () => {
    const { rig } = await rigOn();
    const [late, cancelled] = await rig.accept({}, {});
    await rig.sends.cancel(rig.mailbox.userId, cancelled!.id);
    const claim = await rig.ports.deliveries.claim(rig.mailbox.id, { size: 25 });
    if (claim.kind !== "claimed") throw new Error("not claimed");
    await rig.ports.deliveries.intend(claim.token, late!);
    await rig.ports.deliveries.fail(claim.token, [late!], "outcome unknown: …", { outcomeUnknown: true });

    expect(await rig.ports.deliveries.succeed(late!)).toBe(true);
    expect(await rig.ports.deliveries.succeed(cancelled!)).toBe(false);
    expect(await rig.statuses([late!, cancelled!])).toEqual(["sent", "cancelled"]);
  });

  it("sends nothing for a worker whose lease was lost before the intent", async () => {
    const { smtp, rig } = await rigOn({ mail: { delayMs: 300 } }, { leaseMs: 60_000 });
    const [send] = await rig.accept({});
    const working = rig.deliver();
    await expect.poll(() => rig.read(send!)).toMatchObject({ status: "processing" });
    await (await connect()).collection("sends").updateMany({ status: "processing" }, { $set: { dueAt: new Date(0) } }, TEST_ONLY);
    await rig.ports.deliveries.recover();

    await working;

    expect(smtp.accepted).toHaveLength(0);
    expect(await rig.statuses([send!])).toEqual(["queued"]);
  });

  it("sends a follow-up after its original, and never when the original is cancelled or failed", async () => {
    const { smtp, rig } = await rigOn({ rcpt: [{ reply: "550 5.1.1 no" }] });
    const [failing, fine, cancelled] = await rig.accept({ subject: "a" }, { subject: "b" }, { subject: "c" });
    const follow = await rig.accept({ waitsFor: failing!.id }, { waitsFor: fine!.id }, { waitsFor: cancelled!.id });
    await rig.sends.cancel(rig.mailbox.userId, cancelled!.id);

    await rig.deliver();

    expect(await rig.statuses(follow)).toEqual(["failed", "sent", "cancelled"]);
    expect((await rig.read(follow[2]!)).cancelReason).toBe("original");
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([fine!.messageId, follow[1]!.messageId]);
  });

  it("lets a follow-up wait while its original is scheduled, and makes it due once that is sent", async () => {
    const { rig } = await rigOn();
    const [original] = await rig.accept({ scheduledAt: new Date(Date.now() + 3_600_000) });
    const [follow] = await rig.accept({ waitsFor: original!.id });

    await rig.deliver();
    const waiting = await rig.read(follow!);
    expect(waiting).toMatchObject({ status: "queued", attempts: 0 });
    expect(waiting.dueAt!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    await (await connect()).collection("sends").updateMany({ status: "scheduled" }, { $set: { dueAt: new Date() } }, TEST_ONLY);
    await rig.deliver();
    await rig.deliver();

    expect(await rig.statuses([original!, follow!])).toEqual(["sent", "sent"]);
  });

  it("dates a follow-up no earlier than its scheduled original", async () => {
    const { rig } = await rigOn();
    const [original] = await rig.accept({ scheduledAt: new Date(Date.now() + 1_100) });
    await rig.accept({ waitsFor: original!.id });
    await setTimeout(1_150);

    await rig.deliver();

    const [first, second] = rig.sentFolder.filed.map((raw) => Date.parse(/^Date: (.+)$/m.exec(raw.toString())![1]!));
    expect(first).toBe(Math.floor(original!.scheduledAt!.getTime() / 1000) * 1000);
    expect(second).toBeGreaterThanOrEqual(first!);
  });

  it("wakes again what was named too early", async () => {
    const { smtp, rig } = await rigOn();
    const [send] = await rig.accept({ scheduledAt: new Date(Date.now() + 30_000) });

    await rig.deliver([send!.id]);

    expect(smtp.connections).toBe(0);
    expect(rig.wakeUps.woken.map(({ id }) => id)).toEqual([send!.id]);
  });

  it("stops in time: what was not begun is handed back without an attempt and woken", async () => {
    let skew = 0;
    const { rig } = await rigOn({}, { ports: { clock: { now: () => new Date(Date.now() + skew) } } });
    const sends = await rig.accept({}, {}, {});
    const { submissions } = rig.ports;
    const slow = await sendingRig({
      connect,
      smtp: { port: 1 },
      mailbox: rig.mailbox,
      ports: {
        clock: rig.ports.clock,
        submissions: {
          open: async (account) => {
            const opened = await submissions.open(account);
            skew = 100_000;
            return opened;
          },
        },
      },
    });

    await slow.deliver();

    expect(await rig.statuses(sends)).toEqual(["sent", "queued", "queued"]);
    expect(await rig.read(sends[2]!)).toMatchObject({ attempts: 0 });
    expect(slow.wakeUps.woken.map(({ id }) => id)).toEqual([sends[1]!.id, sends[2]!.id]);
  });

  it("cancels the sends of a mailbox that is gone", async () => {
    const { rig } = await rigOn();
    const sends = await rig.accept({});
    await rig.mailboxes.delete(rig.mailbox.userId, rig.mailbox.id);

    await rig.deliver();

    expect(await rig.read(sends[0]!)).toMatchObject({ status: "cancelled" });
  });
});
