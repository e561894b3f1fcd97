import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { rescheduleSend } from "#shared/sending/waiting-sends.ts";
import type { Window } from "#shared/sending/departure/wall-time.ts";
import { sendBodiesOf, sendDocument } from "#shared/sending/store/send-documents.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { sequenceWorld } from "#test/support/sequence-world.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(Date.now() + ms);
/** A window of UTC that is closed now, and opens in one or two hours. */
const closed = (): Window => {
  const opens = inMs(2 * 3_600_000);
  const day = (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[opens.getUTCDay()]!;
  return { days: [day], from: `${String(opens.getUTCHours()).padStart(2, "0")}:00`, to: "24:00", timezone: "UTC" };
};

describeOnMongo("when a send leaves", (connect) => {
  const world = async (script: Script = {}) => {
    const smtp = await smtpServer(script);
    const made = await sequenceWorld(connect, smtp);
    /** A send that is due, as a worker or an older release left it. */
    const due = async (facts: Parameters<typeof aSend>[1]) => {
      const past = inMs(-1_000);
      const { sentAt: _, ...send } = aSend(made.rig.mailbox, {
        status: "scheduled",
        attempts: 0,
        scheduledAt: past,
        dueAt: past,
        ...facts,
      });
      const database = await connect();
      await rawSends(database).insertOne(sendDocument(send));
      await sendBodiesOf(database).insertOne({ _id: oid(send.id), userId: oid(send.userId), html: "", text: "Hello" });
      return send;
    };
    const move = (id: string, scheduledAt: Date) =>
      rescheduleSend(
        { ...made.rig.ports, sends: made.rig.sends, schedules: { delete: async () => undefined } },
        made.rig.mailbox.userId,
        id,
        {
          scheduledAt,
        },
      );
    return { smtp, ...made, due, move };
  };

  it("is so long after its original was sent, with a wake for then", async () => {
    const { smtp, rig, first, acceptSequence } = await world();
    const [root, bump, last] = await acceptSequence(
      first,
      { follows: 0, body_text: "Did you see it?", scheduled_after: "PT1S" },
      { follows: 1, body_text: "The last one.", scheduled_after: "P3D" },
    );
    expect([bump!.status, last!.status]).toEqual(["scheduled", "scheduled"]);
    expect(last!.scheduledAt!.getTime() - bump!.scheduledAt!.getTime()).toBe(3 * DAY_MS);
    await setTimeout(200);

    await rig.deliver();

    const sentAt = (await rig.read(root!)).sentAt!;
    const at = new Date(sentAt.getTime() + 1_000);
    expect(await rig.read(bump!)).toMatchObject({ status: "scheduled", scheduledAt: at, dueAt: at });
    expect(rig.wakeUps.woken).toContainEqual({ id: bump!.id, userId: rig.mailbox.userId, mailboxId: rig.mailbox.id, dueAt: at });
    expect(smtp.accepted).toHaveLength(1);
    while (Date.now() <= at.getTime()) await setTimeout(50);
    await rig.deliver();
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([root!.messageId, bump!.messageId]);
    const later = (await rig.read(bump!)).sentAt!.getTime() + 3 * DAY_MS;
    expect(await rig.read(last!)).toMatchObject({ status: "scheduled", scheduledAt: new Date(later) });
  });

  it("is found when it is due, though whoever sent its original died right then", async () => {
    const { rig, due } = await world();
    const original = await due({ status: "sent" });
    const sentAt = inMs(-DAY_MS);
    await rawSends(await connect()).updateOne({ _id: oid(original.id) }, { $set: { sentAt }, $unset: { dueAt: "" } });
    const early = await due({ waitsFor: original.id, scheduledAfter: "P2D" });
    const ripe = await due({ waitsFor: original.id, scheduledAfter: "PT1H" });

    await rig.deliver();

    const at = new Date(sentAt.getTime() + 2 * DAY_MS);
    expect(await rig.read(early)).toMatchObject({ status: "scheduled", scheduledAt: at, dueAt: at, attempts: 0 });
    expect(await rig.read(ripe)).toMatchObject({ status: "sent" });
  });

  it("waits on while its original waits, without an attempt and without asking for answers", async () => {
    const { rig, due, pulls } = await world();
    const original = await due({ scheduledAt: inMs(DAY_MS), dueAt: inMs(DAY_MS) });
    const bump = await due({ waitsFor: original.id, scheduledAfter: "P2D", cancelOn: ["reply"] });

    await rig.deliver();

    const kept = await rig.read(bump);
    expect(kept).toMatchObject({ status: "scheduled", attempts: 0 });
    expect(Math.abs(kept.dueAt!.getTime() - inMs(3 * DAY_MS).getTime())).toBeLessThan(60_000);
    expect(kept.scheduledAt).toEqual(kept.dueAt);
    expect(pulls).toEqual([]);
  });

  it("ends with its original: it fails when that fails", async () => {
    const { rig, first, acceptSequence } = await world({ rcpt: [{ reply: "550 5.1.1 no such user" }] });
    const [root, bump] = await acceptSequence(first, { follows: 0, body_text: "Did you see it?", scheduled_after: "P3D" });

    await rig.deliver();
    await rig.deliver();

    expect(await rig.read(bump!)).toMatchObject({ status: "failed", lastError: `the original send ${root!.id} failed` });
  });

  it("is never outside its window: it waits for the opening, and spends no attempt", async () => {
    const { smtp, rig, due, pulls } = await world();
    const window = closed();
    const [waits, late, open] = [
      await due({ status: "queued", window, cancelOn: ["reply"] }),
      await due({ status: "queued", window, sendBefore: inMs(1_000_000) }),
      await due({ status: "queued", window: { ...window, days: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"], from: "00:00" } }),
    ];

    await rig.deliver();

    const kept = await rig.read(waits);
    expect(kept).toMatchObject({ status: "queued", attempts: 0 });
    expect(new Date(kept.dueAt!.getTime() + 30_000).toISOString().slice(11, 14)).toBe(window.from.slice(0, 3));
    expect(kept.dueAt!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(pulls).toEqual([]);
    expect(await rig.read(late)).toMatchObject({ status: "failed", lastError: expect.stringMatching(/^too late/) });
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([open.messageId]);
  });

  it("is not outside its window either when that closes while the server takes its time", async () => {
    const { smtp, rig, due } = await world();
    const send = await due({ status: "queued", window: closed() });
    const { submissions, clock } = rig.ports;
    let opened = 2 * 3_600_000;
    Object.assign(rig.ports, {
      clock: { now: () => new Date(clock.now().getTime() + opened) },
      submissions: {
        open: async (...given: Parameters<typeof submissions.open>) => {
          const submission = await submissions.open(...given);
          const submit: typeof submission.submit = (message, intend, ms) => {
            const late: typeof intend = (refused) => {
              opened = 0;
              return intend(refused);
            };
            return submission.submit(message, late, ms);
          };
          return { open: true, submit, close: () => submission.close() };
        },
      },
    });

    await rig.deliver();

    expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0 });
    expect((await rig.read(send)).dueAt!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(smtp.accepted).toEqual([]);
  });

  it("follows the rules of its zone when they have changed: a time on the wall is resolved again when it is due", async () => {
    const { smtp, rig, due } = await world();
    const local = inMs(2 * 3_600_000)
      .toISOString()
      .slice(0, 19);
    const [moved, same] = [
      await due({ sendAt: { local, timezone: "UTC" } }),
      await due({ sendAt: { local: "2026-01-01T00:00", timezone: "UTC" } }),
    ];

    await rig.deliver();

    const at = new Date(`${local}Z`);
    expect(await rig.read(moved)).toMatchObject({ status: "scheduled", scheduledAt: at, dueAt: at, attempts: 0 });
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([same.messageId]);
  });

  it("is another one when it is moved, and what is timed by it moves too; windows stay", async () => {
    const { rig, first, acceptSequence, move } = await world();
    const scheduled_at = inMs(10 * DAY_MS).toISOString();
    const [root, bump] = await acceptSequence(
      { ...first, scheduled_at, window: closed() },
      { follows: 0, body_text: "Hm?", scheduled_after: "P3D" },
    );

    const moved = await move(root!.id, inMs(60_000));

    expect(moved.status).toBe("scheduled");
    expect(moved.scheduledAt!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect((await rig.read(bump!)).dueAt).toEqual(new Date(moved.scheduledAt!.getTime() + 3 * DAY_MS));
    expect(await move(bump!.id, inMs(60_000))).not.toHaveProperty("scheduledAfter");
  });
});
