import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const past = () => new Date(Date.now() - 1_000);
const inAnHour = () => new Date(Date.now() + 3_600_000);

describeOnMongo("an email that comes between a look and its write", (connect) => {
  const accepted = async (emails: readonly Partial<PlacedEmail>[], box: Partial<Mailbox> = {}) => {
    const userId = box.userId ?? ids.objectId();
    await mongoWallets(connect).topUp(userId, emails.length, ids.objectId());
    const drafts = draftsOf(userId, emails, aMailbox({ ...box, userId }));
    await mongoAcceptedSends(connect).accept(userId, drafts);
    return drafts.map(({ send }) => send);
  };
  const write = async (send: Send, $set: object) => rawSends(await connect()).updateOne({ _id: oid(send.id) }, { $set });
  const statuses = async (...sends: readonly Send[]) =>
    Promise.all(sends.map(async ({ userId, id }) => (await mongoSends(connect).find(userId, id))?.status));

  it("is not failed for its time, for nobody would hear of it", async () => {
    const [late, next] = await accepted([{ sendBefore: past() }, {}]);
    const meanwhile = interrupted(connect, "sends", "updateMany", () => write(next!, { sendBefore: past() }));

    const { failed } = await mongoDeliveries(meanwhile).expire();

    expect(failed.map(({ id }) => id)).toEqual([late!.id]);
    expect(await statuses(late!, next!)).toEqual(["failed", "queued"]);
    expect((await mongoDeliveries(connect).expire()).failed.map(({ id }) => id)).toEqual([next!.id]);
  });

  it("is not cancelled for its approval's time", async () => {
    const [over, next] = await accepted([{ scheduledAt: inAnHour() }, { scheduledAt: inAnHour() }]);
    const hold = async (send: Send, holdUntil: Date) =>
      rawSends(await connect()).updateOne({ _id: oid(send.id) }, { $set: { holdUntil }, $unset: { dueAt: "" } });
    await hold(over!, past());
    await hold(next!, inAnHour());
    const meanwhile = interrupted(connect, "sends", "updateMany", () => hold(next!, past()));

    const { cancelled } = await mongoDeliveries(meanwhile).expireHolds();

    expect(cancelled.map(({ id }) => id)).toEqual([over!.id]);
    expect(await statuses(over!, next!)).toEqual(["cancelled", "scheduled"]);
  });

  it("is not cancelled with another mailbox's", async () => {
    const [mine] = await accepted([{}]);
    const [other] = await accepted([{}]);
    const [deferred, foreign] = [await accepted([{}]), await accepted([{}])].flat();
    const box = { mailboxId: oid(mine!.mailboxId) };
    for (const send of [deferred!, foreign!])
      await write(send, { status: "sent", sentAt: past(), dueAt: inAnHour(), deferred: [{ email: "kim@ext.test", reply: "450" }] });
    await write(deferred!, box);

    await mongoDeliveries(connect).cancelWaiting(mine!.mailboxId);

    expect(await statuses(mine!, other!)).toEqual(["cancelled", "queued"]);
    const found = await Promise.all([deferred!, foreign!].map(({ userId, id }) => mongoSends(connect).find(userId, id)));
    expect(found.map((send) => send?.dueAt !== undefined)).toEqual([false, true]);
  });

  it("of a mailbox is not cancelled with it before it was seen", async () => {
    const [mine] = await accepted([{}]);
    let late: readonly Send[] = [];
    const meanwhile = interrupted(connect, "sends", "updateMany", async () => {
      late = await accepted([{}], { id: mine!.mailboxId, userId: mine!.userId });
    });

    await mongoDeliveries(meanwhile).cancelWaiting(mine!.mailboxId);

    expect(await statuses(mine!, ...late)).toEqual(["cancelled", "queued"]);
  });

  it("of another mailbox becomes due for that one's workers alone", async () => {
    const [mine] = await accepted([{ scheduledAt: inAnHour() }]);
    const [other] = await accepted([{ scheduledAt: inAnHour() }]);
    for (const send of [mine!, other!]) await write(send, { dueAt: past() });

    const claim = await mongoDeliveries(connect).claim(mine!.mailboxId, { size: 5 });

    expect(claim.kind === "claimed" && claim.drafts.map(({ send }) => send)).toMatchObject([{ id: mine!.id, status: "processing" }]);
    expect(await statuses(other!)).toEqual(["scheduled"]);
  });

  it("accepted for another mailbox, account or address is no sign that this one's mail is accepted", async () => {
    const [refused] = await accepted([{}]);
    const deliveries = mongoDeliveries(connect);
    const fromEmail = refused!.fromEmail;
    const mail = (recipient: string) => ({ recipient, fromEmail, reply: "550 no", isAboutMail: false }) as never;
    await deliveries.noteRefused(refused!.mailboxId, mail("jane@ext.test"));
    const leave = async (send: Send, facts: object) =>
      write(send, { status: "sent", countedAt: new Date(Date.now() + 5_000), sentAt: new Date(Date.now() + 5_000), ...facts });
    const [foreign] = await accepted([{}]);
    await leave(foreign!, { fromEmail });

    expect(await deliveries.noteRefused(refused!.mailboxId, mail("kim@ext.test"))).toMatchObject({
      refused: [{ recipient: "jane@ext.test" }, { recipient: "kim@ext.test" }],
      acceptedAt: undefined,
      acceptedFromAt: undefined,
    });

    const [alias] = await accepted([{}], { id: refused!.mailboxId, userId: refused!.userId });
    await leave(alias!, { fromEmail: "alias@ext.test" });
    expect(await deliveries.noteRefused(refused!.mailboxId, mail("kim@ext.test"))).toMatchObject({
      acceptedAt: expect.any(Date),
      acceptedFromAt: undefined,
    });
  });
});
