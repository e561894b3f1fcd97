import { expect, it } from "vitest";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
/** Enough for several connections. */
const MANY = Array.from({ length: 30 }, () => ({}));
const tooMany = { reply: "421 4.7.0 Too many concurrent connections", end: "drop" } as const;

describeOnMongo("a server that lets few connections in", (connect) => {
  const rigOn = async (script: Script) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp }) };
  };
  const mailboxOf = (rig: Awaited<ReturnType<typeof sendingRig>>) => rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id);

  it.each([
    ["at the greeting", { banner: [{}, ...Array.from({ length: 9 }, () => tooMany)] }],
    ["at the login", { auth: [{}, ...Array.from({ length: 9 }, () => ({ reply: "454 4.7.0 Too many connections" }))] }],
  ] as const)("gets everything over the one that it lets in when it refuses others %s", async (_, script) => {
    const { smtp, rig } = await rigOn(script);
    const sends = await rig.accept(...MANY);

    await rig.deliver();

    expect(new Set(await rig.statuses(sends))).toEqual(new Set(["sent"]));
    expect(smtp.accepted).toHaveLength(MANY.length);
    for (const send of sends) expect(await rig.read(send)).toMatchObject({ attempts: 1, lastError: "" });
    expect(await mailboxOf(rig)).toMatchObject({ status: "active", smtpFailures: 0 });
  });

  it("gives its sends to the worker that is let in, without an attempt and without blaming the mailbox", async () => {
    const { smtp, rig } = await rigOn({ banner: tooMany });
    const sends = await rig.accept(...MANY);
    const other = await rig.ports.deliveries.claim(rig.mailbox.id, { size: 1 });
    if (other.kind !== "claimed") throw new Error("not claimed");

    await rig.deliver();

    const taken = new Set(other.drafts.map(({ send }) => send.id));
    for (const send of sends.filter(({ id }) => !taken.has(id)))
      expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0, lastError: "" });
    expect(await mailboxOf(rig)).toMatchObject({ status: "active", smtpFailures: 0 });
    expect(smtp.connections).toBe(1);
    // Nothing holds the mailbox: who is let in goes on at once.
    expect(await rig.ports.deliveries.claim(rig.mailbox.id, { size: 1, maxDaily: 100 })).toMatchObject({ kind: "claimed" });
  });

  it("is asked once a claim while it lets nobody in", async () => {
    const { smtp, rig } = await rigOn({ banner: tooMany });
    const sends = await rig.accept(...MANY);

    await rig.deliver();

    expect(smtp.connections).toBe(1);
    expect(new Set(await rig.statuses(sends))).toEqual(new Set(["queued"]));
    expect((await rig.read(sends[0]!)).lastError).toMatch(/^421 /);
  });
});
