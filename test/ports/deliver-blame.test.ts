import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { resumeMailbox } from "#shared/sending/store/delivery-rows.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("whose fault it is that a send was not sent", (connect) => {
  const rigOn = async (script: Script = {}, options: Partial<RigOptions> = {}) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp, ...options }) };
  };

  it.each([
    [
      "a login by Microsoft's 550",
      { auth: { reply: "550 5.7.30 Basic authentication is not supported for Client Submission" } },
      "disconnected",
    ],
    ["a login by 504", { auth: { reply: "504 5.5.4 Unrecognized authentication type" } }, "error"],
    ["a login by 454", { auth: { reply: "454 4.7.0 Temporary authentication failure" } }, "error"],
    ["a login by 554", { auth: { reply: "554 5.7.1 Access denied" } }, "error"],
    ["a greeting by 554", { banner: { reply: "554 5.7.1 no mail from here", end: "drop" } }, "error"],
    ["a greeting by 421", { banner: { reply: "421 4.3.2 closing", end: "drop" } }, "error"],
    ["EHLO by 550", { ehlo: { reply: "550 5.7.1 go away" } }, "error"],
  ] as const)("waits without an attempt when the server refuses %s, and the mailbox is to blame", async (_, script, status) => {
    const { smtp, rig } = await rigOn(script);
    const sends = await rig.accept({}, {}, {});

    for (let round = 0; round < 3; round += 1) {
      await (await connect()).collection("sends").updateMany({ status: "queued" }, { $set: { dueAt: new Date() } }, TEST_ONLY);
      await resumeMailbox(await connect(), oid(rig.mailbox.id));
      await rig.deliver();
    }

    for (const send of sends) expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0 });
    expect((await rig.read(sends[2]!)).lastError).toMatch(/^(?:4|5)\d\d /);
    expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ status });
    expect(smtp.accepted).toHaveLength(0);
  });

  it.each([
    ["the login", { auth: { reply: "535 5.7.8 refused" } }],
    ["MAIL FROM", { mail: { reply: "530 5.7.0 Authentication required" } }],
  ] as const)("lets what the server refused at %s go at once when the mailbox's wait is ended", async (_, script) => {
    const { rig } = await rigOn(script);
    const sends = await rig.accept({}, {});
    const healthy = await smtpServer({});
    const { submissions, mailAccounts } = rig.ports;

    await rig.deliver();
    const held = await rig.read(sends[0]!);
    const moved = { ...mailAccounts, smtp: async () => ({ ...(await mailAccounts.smtp(rig.mailbox)), port: healthy.port }) };
    await resumeSending(rig.ports, rig.mailbox.id);
    await deliverMailbox({ ...rig.ports, submissions, mailAccounts: moved }, { mailboxId: rig.mailbox.id, sendIds: [] });

    expect(held).toMatchObject({ status: "queued", attempts: 0 });
    expect(rig.wakeUps.woken.at(-1)).toMatchObject({ mailboxId: rig.mailbox.id });
    expect(await rig.statuses(sends)).toEqual(["sent", "sent"]);
  });

  it("fails what waits for a login once the mailbox has been out of order for 72 hours", async () => {
    const statusSince = new Date(Date.now() - 73 * 3_600_000);
    const { rig } = await rigOn(
      { auth: { reply: "554 5.7.1 Access denied" } },
      { mailbox: { status: "error", smtpFailures: 3, statusSince } },
    );
    const sends = await rig.accept({}, {});

    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["failed", "failed"]);
    expect((await rig.read(sends[1]!)).lastError).toBe("554 5.7.1 Access denied");
  });

  it("waits without an attempt while our own stores fail, blames no server, and rings", async () => {
    const { smtp, rig } = await rigOn();
    const sends = await rig.accept({}, {}, {});
    const broken = { ...rig.ports.mailAccounts, smtp: () => Promise.reject(new Error("the keyring is gone")) };

    await deliverMailbox({ ...rig.ports, mailAccounts: broken }, { mailboxId: rig.mailbox.id, sendIds: [] });

    for (const send of sends)
      expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0, lastError: expect.stringMatching(/^this service/) });
    expect(rig.log.events).toContain("delivery stopped by our own failure");
    expect(smtp.connections).toBe(0);
    expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ smtpFailures: 0, status: "active" });
  });

  it("waits without an attempt when the intent cannot be written, and sends nothing", async () => {
    const { smtp, rig } = await rigOn();
    const sends = await rig.accept({}, {});
    const deliveries = { ...rig.ports.deliveries, intend: () => Promise.reject(new Error("the database steps down")) };

    await deliverMailbox({ ...rig.ports, deliveries }, { mailboxId: rig.mailbox.id, sendIds: [] });

    for (const send of sends) expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0 });
    expect(rig.log.events).toContain("delivery stopped by our own failure");
    expect(smtp.accepted).toHaveLength(0);
    expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ smtpFailures: 0 });
  });

  it("gives a follow-up back without an attempt when its original cannot be read", async () => {
    const { rig } = await rigOn();
    const [original] = await rig.accept({});
    await rig.deliver();
    const [follow] = await rig.accept({ waitsFor: original!.id });
    const sends = { ...rig.ports.sends, find: () => Promise.reject(new Error("the database steps down")) };

    await deliverMailbox({ ...rig.ports, sends }, { mailboxId: rig.mailbox.id, sendIds: [] });

    expect(await rig.read(follow!)).toMatchObject({ status: "queued", attempts: 0 });
    expect(rig.log.events).toContain("delivery stopped by our own failure");
  });

  it("never sends an empty mail for a body that is missing", async () => {
    const { smtp, rig } = await rigOn();
    const [lost, fine] = await rig.accept({}, {});
    await (await connect()).collection("sendBodies").deleteOne({ _id: oid(lost!.id) }, TEST_ONLY);

    await rig.deliver();

    expect(await rig.statuses([lost!, fine!])).toEqual(["failed", "sent"]);
    expect((await rig.read(lost!)).lastError).toBe("the email's body is missing from the store");
    expect(rig.log.events).toContain("a send's body is missing");
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([fine!.messageId]);
  });

  it("keeps a follow-up that was made due while its original's outcome is unknown", async () => {
    const { smtp, rig } = await rigOn({ dot: [{ end: "drop", accepted: true }] });
    const [original] = await rig.accept({});
    const [follow] = await rig.accept({ waitsFor: original!.id });
    await rig.deliver();
    await rig.ports.sends.makeFollowUpsDue(rig.mailbox.userId, [original!.id]);

    await rig.deliver();

    expect(await rig.statuses([original!, follow!])).toEqual(["processing", "queued"]);
    expect(smtp.accepted).toHaveLength(1);
  });

  const refusal = { reply: "552 5.3.4 too big" };
  /** The dot is answered when the next send is under way. */
  const late = { delayMs: 25 };
  /** So many bytes of a test's smallest mail the server has read when it refuses; then it reads on to the dot. */
  const positions = Array.from({ length: 12 }, (_, index) => index * 30);
  const big = { bodyHtml: "<p>0123456789</p>\n".repeat(60_000) };
  it.each([
    ...positions.map(
      (atByte) => [`at byte ${atByte}, and again at the dot`, { ...refusal, atByte }, [{}, { ...refusal, ...late }], {}] as const,
    ),
    ...positions.map(
      (atByte) => [`at byte ${atByte}, and 250 at the dot`, { ...refusal, atByte }, [{}, { ...late, accepted: false }], {}] as const,
    ),
    ["in a large body, and hangs up", { ...refusal, atByte: 100_000, end: "drop" }, [], big],
    ["at the dot, twice", {}, [{}, { reply: `${refusal.reply}\r\n${refusal.reply}` }], {}],
  ] as const)("blames no other send for a refusal %s", async (_, midBody, dot, email) => {
    const { smtp, rig } = await rigOn({ midBody: [{}, midBody], dot });
    const sends = await rig.accept({}, email, {}, {});

    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["sent", "failed", "sent", "sent"]);
    expect((await rig.read(sends[1]!)).lastError).toMatch(/^552 5\.3\.4/);
    for (const index of [0, 2, 3]) expect(await rig.read(sends[index]!)).toMatchObject({ attempts: 1, lastError: "" });
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([0, 2, 3].map((index) => sends[index]!.messageId));
  });
});
