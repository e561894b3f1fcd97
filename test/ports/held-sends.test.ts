import { beforeEach, expect, it } from "vitest";
import { mongoAuditLog } from "#shared/accounts/store/audit-log.ts";
import { mongoWallets, walletsOf } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { build } from "#shared/sending/deliver/prepare.ts";
import { approveHeld, approveMany } from "#shared/sending/approve-held.ts";
import { StaleRevision } from "#shared/sending/held.ts";
import type { Send } from "#shared/sending/send.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { DRAFTER, SENDER } from "#test/support/sending-rig.ts";
import { weekdays } from "#shared/sending/departure/wall-time.ts";
import { BY, inMs, HOUR, heldWorldOn } from "#test/support/held-world.ts";

describeOnMongo("emails that wait for approval", (connect) => {
  const open = heldWorldOn(connect);
  let world: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    world = await open();
  });

  it("are stored uncharged, due never, and told; no claim takes them", async () => {
    const send = await world.hold({ scheduledAt: inMs(-HOUR / 100) });

    expect(send).toMatchObject({ status: "scheduled", revision: 1, heldBy: SENDER.id });
    expect(send.holdUntil!.getTime() - send.createdAt.getTime()).toBe(30 * 24 * HOUR);
    expect([(await world.read(send)).dueAt, await world.balance(world.userId), await world.charges()]).toEqual([undefined, 10, 0]);
    expect(await world.claimed()).toEqual([]);
    expect((await world.deliveries.forgotten(0)).found.filter(({ userId }) => userId === world.userId)).toEqual([]);
    const row = await sendsOf(await connect()).findOne({ _id: oid(send.id) });
    expect(row?.news?.map(({ type }) => type)).toEqual(["send.held"]);
    expect(await world.sends.list(world.userId, { waitingFor: "approval" }, { limit: 9, offset: 0 })).toHaveLength(1);
    expect(await world.sends.list(world.userId, { waitingFor: "approval", status: "sent" }, { limit: 9, offset: 0 })).toEqual([]);
  });

  it("are what a key writes that may not send, whatever it asks for; with an empty wallet, too", async () => {
    const poor = await open(0);
    for (const asked of [{ hold: false }, { hold: undefined }, { scheduledAt: inMs(HOUR) }, { hold: true, holdUntil: inMs(HOUR) }])
      expect(await poor.hold(asked, DRAFTER)).toMatchObject({ status: "scheduled", holdUntil: expect.any(Date), heldBy: DRAFTER.id });
    await expect(poor.hold({ hold: false })).rejects.toMatchObject({ reason: "walletEmpty" });
  });

  it("are at most 10,000 in an account", async () => {
    const [first] = [await world.hold()];
    const row = (await sendsOf(await connect()).findOne({ _id: oid(first.id) }))!;
    const { news: _news, newsAt: _newsAt, ...plain } = row;
    const more = Array.from({ length: 9_998 }, () => ({ ...plain, _id: oid(ids.objectId()), messageId: ids.objectId() }));
    await sendsOf(await connect()).insertMany(more);

    const both = await Promise.allSettled([world.hold(), world.hold()]);

    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(world.hold()).rejects.toMatchObject({ reason: "tooManyHeld" });
    await world.ports.sends.cancel(world.userId, first.id);
    await world.hold();
  }, 60_000);

  it("are cancelled when nobody approves them in time, with what follows them", async () => {
    const send = await world.hold({ holdUntil: inMs(-1_000) });
    const other = await world.hold();
    const follow = await world.hold({ waitsFor: send.id });
    await expect(world.approve(send)).rejects.toMatchObject({ reason: "conflict" });

    await world.expire();

    expect(await world.read(send)).toMatchObject({ status: "cancelled", cancelReason: "not_approved" });
    expect(await world.read(follow)).toMatchObject({ status: "cancelled", cancelReason: "original" });
    expect(await world.read(other)).toMatchObject({ status: "scheduled" });
    expect(await world.charges()).toBe(0);
  });

  it("leave once they are approved, charged in that step, with its entry in the audit log; two approvers get one answer", async () => {
    const send = await world.hold();
    await expect(world.approve(send, 2)).rejects.toThrow(StaleRevision);

    const [one, two] = await Promise.all([world.approve(send), world.approve(send)]);
    const again = await world.approve(send);

    expect([two, again]).toEqual([one, one]);
    expect(one).toMatchObject({ status: "queued", approvedAt: expect.any(Date), approvedHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([one.holdUntil, await world.charges(), await world.balance(world.userId)]).toEqual([undefined, 1, 9]);
    expect(await world.claimed()).toEqual([send.id]);
    const [entry, ...others] = await mongoAuditLog(connect).list(world.userId, {}, { limit: 9, offset: 0 });
    expect([others, entry]).toEqual([
      [],
      expect.objectContaining({ action: "send.approved", resourceId: send.id, keyId: SENDER.id, contentSha256: one.approvedHash }),
    ]);
  });

  it("are approved in the revision that was seen alone: an edit that comes between is told, and the email stays held, uncharged", async () => {
    const send = await world.hold();
    const { held } = world.ports;
    const approve: typeof held.approve = async (...given) => {
      await world.edit(send, { subject: "Not seen" });
      return held.approve(...given);
    };
    const met = { ...world.ports, held: { ...held, approve } };

    await expect(approveHeld(met, { userId: world.userId, id: send.id }, { revision: 1 }, BY)).rejects.toThrow(StaleRevision);

    const now = await world.read(send);
    expect([now.approvedAt, now.holdUntil, await world.claimed(), await world.charges()]).toEqual([undefined, send.holdUntil, [], 0]);
    expect(await world.approve(send, 2)).toMatchObject({ status: "queued", subject: "Not seen" });
  });

  it("stay held without credits, beyond the hourly limit, and for a suppressed recipient", async () => {
    const poor = await open(1);
    const [first, second] = [await poor.hold(), await poor.hold()];
    await poor.approve(first);
    await expect(poor.approve(second)).rejects.toMatchObject({ reason: "walletEmpty" });
    await mongoWallets(connect).topUp(poor.userId, 5, "more");
    await walletsOf(await connect()).updateOne({ _id: oid(poor.userId) }, { $set: { hourlyLimit: 1 } });
    await expect(poor.approve(second)).rejects.toMatchObject({ reason: "tooManyRequests" });
    await walletsOf(await connect()).updateOne({ _id: oid(poor.userId) }, { $unset: { hourlyLimit: "" } });
    poor.suppressed.add(second.toEmail);
    await expect(poor.approve(second)).rejects.toMatchObject({ reason: "recipientSuppressed" });
    expect(await poor.read(second)).toMatchObject({ status: "scheduled", holdUntil: expect.any(Date) });
    expect(await mongoAuditLog(connect).list(poor.userId, {}, { limit: 9, offset: 0 })).toHaveLength(1);
    poor.suppressed.clear();
    expect(await poor.approve(second)).toMatchObject({ status: "queued" });
    expect(await poor.balance(poor.userId)).toBe(4);
  });

  it("keep their time, their window and their original: approved late they leave in the next window", async () => {
    const window = { days: [...weekdays], from: "00:00", to: "00:01", timezone: "UTC" };
    const [timed, past, shut] = [
      await world.hold({ scheduledAt: inMs(HOUR) }),
      await world.hold({ scheduledAt: inMs(200) }),
      await world.hold({ window }),
    ];
    expect(await world.approve(timed)).toMatchObject({ status: "scheduled", scheduledAt: timed.scheduledAt, dueAt: timed.scheduledAt });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await world.approve(past)).toMatchObject({ status: "queued" });
    const later = await world.approve(shut);
    expect([later.status, later.dueAt!.getTime() > Date.now(), later.dueAt!.getUTCHours()]).toEqual(["scheduled", true, 0]);
    const tooLate = await world.hold({ window: window, sendBefore: inMs(1_000) });
    await expect(world.approve(tooLate)).rejects.toMatchObject({ reason: "conflict" });
    const parent = await world.hold();
    const follow = await world.hold({ waitsFor: parent.id, scheduledAfter: "P1D" });
    await cancelSend(world.ports, world.userId, parent.id);
    await expect(world.approve(follow)).rejects.toMatchObject({ reason: "conflict", details: expect.stringContaining("cancelled") });
  });

  it("are not approved unseen: mail of a verified sender in the conversation is told, an unverified sender's is not", async () => {
    const threadId = await world.thread();
    const send = await world.hold({ threadId, cancelOn: ["reply"] });
    await world.arrives(threadId, { newcomer: true });
    await world.arrives(threadId, { direction: "outbound" });
    await world.arrives(threadId, { createdAt: inMs(-HOUR) });
    const other = await world.hold({ threadId });
    expect(await world.approve(other)).toMatchObject({ status: "queued" });
    const messageId = await world.arrives(threadId);

    await expect(world.approve(send)).rejects.toMatchObject({ reason: "conversationChanged", details: messageId });

    expect(await world.balance(world.userId)).toBe(9);
    const third = await world.hold({ threadId });
    const edited = await world.edit(send, { subject: "With regard to your answer" });
    expect(await world.approve(edited, 2)).toMatchObject({ status: "queued" });
    await world.arrives(threadId);
    await expect(world.approve(third)).rejects.toMatchObject({ reason: "conversationChanged" });
    const seen = await world.approve(third, 1, true);
    expect(seen).toMatchObject({ status: "queued" });
    expect(seen.answersSince).toBeUndefined();
    // Whoever lets it leave in spite of an answer has seen that answer: it cancels nothing any more.
    const stopping = await world.hold({ threadId, cancelOn: ["reply"] });
    await world.arrives(threadId);
    const before = Date.now();
    expect((await world.approve(stopping, 1, true)).answersSince?.getTime()).toBeGreaterThanOrEqual(before - 1_000);
  });

  it("are not written over a revision that came meanwhile, by nobody's edit and by nobody else's", async () => {
    const send = await world.hold();
    const draft = { send: { ...send, subject: "Late" }, body: { html: "", text: "x" }, attachments: [] } as never;

    expect(await world.ports.held.edit(draft, 2, undefined)).toBeUndefined();
    expect(await world.ports.held.edit(draft, 1, DRAFTER.id)).toBeUndefined();
    expect(await world.read(send)).toMatchObject({ subject: send.subject, revision: 1 });
  });

  it("are edited by their revision: every field, with what is derived of it; the rest stays", async () => {
    const file = { name: "a.txt", type: "text/plain", content: Buffer.from("a") };
    const send = await world.hold({
      attachments: [file],
      metadata: { a: "1" },
      headers: { "X-A": "1" },
      bodyHtml: "<p>Old</p>",
      bodyText: "",
    });
    await expect(world.edit(send, { revision: undefined, subject: "x" })).rejects.toMatchObject({ reason: "invalid" });
    await expect(world.edit(send, { revision: 2, subject: "x" })).rejects.toThrow(StaleRevision);

    const edited = await world.edit(send, {
      to: { name: "Kim", email: "kim@example.net" },
      bcc: [{ name: "", email: "boss@example.net" }],
      subject: "New",
      bodyText: "New words",
      tags: ["t"],
      unsubscribe: undefined,
    });

    expect(edited).toMatchObject({
      revision: 2,
      subject: "New",
      toEmail: "kim@example.net",
      messageId: send.messageId,
      metadata: { a: "1" },
    });
    expect([edited.createdAt, edited.attachments, edited.headers]).toEqual([send.createdAt, send.attachments, send.headers]);
    expect((await world.sends.bodies(world.userId, [send.id])).get(send.id)).toEqual({ html: "", text: "New words" });
    expect((await world.sends.contents(world.userId, send.id))?.map(String)).toEqual(["a"]);
    expect(await world.sends.list(world.userId, { toEmail: "boss@example.net", tags: ["t"] }, { limit: 9, offset: 0 })).toHaveLength(1);
    expect(await world.sends.list(world.userId, { toEmail: send.toEmail }, { limit: 9, offset: 0 })).toEqual([]);
    await expect(world.edit(send, { revision: 2, bodyText: "" })).rejects.toMatchObject({ reason: "invalid" });
    const without = await world.edit(send, { revision: 2, attachments: [], bcc: [] });
    expect([without.attachments, without.bcc, await world.sends.contents(world.userId, send.id)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await world.approve(send, 3);
    await expect(world.edit(send, { revision: 3, subject: "Late" })).rejects.toMatchObject({ reason: "conflict" });
  });

  it("are changed by a key that may not send only while it holds them itself", async () => {
    const [mine, theirs, gone] = [await world.hold({}, DRAFTER), await world.hold(), await world.hold({}, DRAFTER)];
    expect(await world.edit(mine, { subject: "Mine" }, DRAFTER)).toMatchObject({ subject: "Mine", heldBy: DRAFTER.id });
    await world.edit(mine, { revision: 2, subject: "Ours" });
    expect(await world.read(mine)).toMatchObject({ heldBy: DRAFTER.id });
    await expect(world.edit(theirs, { subject: "Mine" }, DRAFTER)).rejects.toMatchObject({ reason: "insufficientScope" });
    const cancelling = (send: Send) => cancelSend(world.ports, world.userId, send.id, { heldBy: DRAFTER.id });
    await expect(cancelling(theirs)).rejects.toMatchObject({ reason: "insufficientScope" });
    await world.approve(gone);
    await expect(cancelling(gone)).rejects.toMatchObject({ reason: "insufficientScope" });
    await expect(world.edit(gone, { subject: "x" }, DRAFTER)).rejects.toMatchObject({ reason: "insufficientScope" });
    const which = { ids: [mine.id, theirs.id, gone.id] };
    expect([...(await world.sends.cancelMany(world.userId, which, { heldBy: DRAFTER.id }))]).toEqual([[mine.id, "cancelled"]]);
    expect(await world.read(theirs)).toMatchObject({ status: "scheduled" });
  });

  it("are rejected with a reason, which nothing else takes", async () => {
    const send = await world.hold();
    await cancelSend(world.ports, world.userId, send.id, { reason: "Not our tone" });
    expect(await world.read(send)).toMatchObject({ status: "cancelled", rejectReason: "Not our tone" });
    const row = await sendsOf(await connect()).findOne({ _id: oid(send.id) });
    expect(row?.news?.map(({ type }) => type)).toEqual(["send.held", "send.rejected"]);
    await expect(world.approve(send)).rejects.toMatchObject({ reason: "conflict" });
    const other = await world.hold();
    await world.approve(other);
    await expect(cancelSend(world.ports, world.userId, other.id, { reason: "x" })).rejects.toMatchObject({ reason: "conflict" });
    expect(await world.read(other)).toMatchObject({ status: "queued" });
  });

  it("are judged each by itself where many are approved, within the mailboxes of the key", async () => {
    const [one, two] = [await world.hold(), await world.hold()];
    const items = [
      { id: one.id, revision: 1 },
      { id: two.id, revision: 7 },
      { id: ids.objectId(), revision: 1 },
      { id: one.id, revision: 1 },
    ];
    const judged = await approveMany(world.ports, { userId: world.userId }, items, BY);
    expect(judged.map(({ result }) => ("status" in result ? result.status : result.reason))).toEqual([
      "queued",
      "conflict",
      "notFound",
      "queued",
    ]);
    const [outside] = await approveMany(world.ports, { userId: world.userId, within: [ids.objectId()] }, [{ id: two.id, revision: 1 }], BY);
    expect(outside!.result).toMatchObject({ reason: "notFound" });
    expect(await world.charges()).toBe(1);
  });

  it("are not sent when what is stored differs from what was approved", async () => {
    const send = await world.hold();
    const approved = await world.approve(send);
    const body = (await world.sends.bodies(world.userId, [send.id])).get(send.id)!;
    const built = (given: typeof body, facts: Partial<Send> = {}) =>
      build({ ports: { sends: world.sends }, mailbox: world.mailbox }, { send: { ...approved, ...facts }, body: given }, undefined);
    expect(await built(body)).toMatchObject({ kind: "built" });
    for (const [changed, facts] of [
      [{ ...body, text: `${body.text}!` }, {}],
      [{ ...body, html: "<p>x</p>" }, {}],
      [body, { subject: "Another" }],
      [body, { toEmail: "mallory@example.net" }],
      [body, { bcc: [{ name: "", email: "mallory@example.net" }] }],
      [body, { headers: { "X-A": "b" } }],
      [body, { replyTo: "mallory@example.net" }],
      [body, { fromName: "Your bank" }],
    ] as const)
      expect(await built(changed, facts)).toEqual({ kind: "unapproved" });
  });
});
