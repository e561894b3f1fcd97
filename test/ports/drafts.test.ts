import { beforeEach, describe, expect, it } from "vitest";
import { mongoAttention } from "#shared/attention/store.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { aboveOf, belowIn } from "#shared/mail/write/compose/history.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { StaleRevision } from "#shared/sending/held.ts";
import { NOBODY } from "#shared/sending/recipients.ts";
import { endFollowUpsOf } from "#shared/sending/store/deferrals.ts";
import { sendAttachmentsOf, sendBodiesOf, sendsOf } from "#shared/sending/store/send-documents.ts";
import { waitingSends } from "#shared/inbox/store/answers.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { heldWorldOn, HOUR } from "#test/support/held-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import type { WrittenDraft } from "#shared/sending/ports/acceptance.ts";
import { DRAFTER, SENDER } from "#test/support/sending-rig.ts";

const NOTHING = { to: NOBODY, subject: "", bodyText: "", bodyHtml: "" };

describeOnMongo("drafts that a person writes", (connect) => {
  const open = heldWorldOn(connect);
  let world: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    world = await open();
  });
  const draft = (facts: object = {}, by: typeof SENDER | typeof DRAFTER = SENDER) => world.hold({ hold: false, draft: true, ...facts }, by);
  const listed = async (waitingFor?: "approval" | "draft") =>
    (await world.sends.list(world.userId, { waitingFor }, { limit: 9, offset: 0 })).map(({ id }) => id);
  const news = async (id: string) =>
    ((await sendsOf(await connect()).findOne({ _id: oid(id) }))?.news ?? []).map(({ type }: { type: string }) => type);
  const bodyOf = async ({ id }: { readonly id: string }) => (await world.sends.bodies(world.userId, [id])).get(id)!;

  it("may lack everything, are kept a year, cost nothing, tell nobody, and stand in their own list alone", async () => {
    const one = await draft({ ...NOTHING, draftState: '{"at":1}' });

    expect(one).toMatchObject({ draft: true, status: "scheduled", revision: 1, toEmail: "", subject: "" });
    expect(one.holdUntil!.getTime() - one.createdAt.getTime()).toBe(365 * 24 * HOUR);
    expect(await bodyOf(one)).toMatchObject({ text: "", html: "", draftState: '{"at":1}' });
    expect([await listed(), await listed("approval"), await listed("draft")]).toEqual([[], [], [one.id]]);
    expect([(await mongoAttention(connect).heldSends(world.userId, 1)).count, await news(one.id), await world.charges()]).toEqual([
      0,
      [],
      0,
    ]);
    expect(await world.claimed()).toEqual([]);
    await world.hold();
    expect([await listed("draft"), (await listed("approval")).length]).toEqual([[one.id], 1]);
  });

  it("are refused to leave while they are incomplete, and name what they lack", async () => {
    const one = await draft(NOTHING);
    await expect(world.approve(one)).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "to" }, { field: "subject" }, { field: "bodyText" }],
    });
    await world.edit(one, { to: { name: "", email: "jane@example.net" }, subject: "Hello", bodyText: "Here" });
    expect(await world.approve(one, 2)).toMatchObject({ status: "queued", toEmail: "jane@example.net" });
    expect([await world.claimed(), await world.charges()]).toEqual([[one.id], 1]);
  });

  it("are written anew by whoever saw the latest revision; the other is told", async () => {
    const one = await draft({ bodyText: "One", draftState: "1" });
    const both = await Promise.allSettled([world.edit(one, { bodyText: "Mine" }), world.edit(one, { bodyText: "Yours" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((both.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason).toBeInstanceOf(StaleRevision);
    const now = await world.edit(one, { revision: 2, to: NOBODY, subject: "", bodyText: "", draftState: "3", cancelOn: null });
    expect([now.revision, now.toEmail, now.subject, await news(one.id)]).toEqual([3, "", "", []]);
    expect(await bodyOf(one)).toEqual({ text: "", html: "", draftState: "3" });
    const held = await world.hold();
    for (const change of [{ to: NOBODY }, { subject: "" }, { bodyText: "" }, { draftState: "x" }])
      await expect(world.edit(held, change)).rejects.toMatchObject({ reason: "invalid" });
  });

  it("are sent by one approval, once, in the write that ends the draft", async () => {
    const threadId = await world.thread();
    const one = await draft({ threadId, kind: "reply", draftState: "state", bodyText: "Yes" });
    const threads = mongoThreads(connect);
    const inThread = async () => (await threads.sends(world.userId, { id: threadId, aliasIds: [] }, 9)).map(({ id }) => id);
    expect([await inThread(), (await sendsOf(await connect()).findOne({ _id: oid(one.id) }))?.uncounted]).toEqual([[], undefined]);
    const before = Date.now();

    const [first, second] = await Promise.all([world.approve(one), world.approve(one)]);

    expect(first).toEqual(second);
    expect([first.draft, await world.charges(), (await bodyOf(one)).draftState]).toEqual([undefined, 1, undefined]);
    expect(first.createdAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect([await inThread(), await listed("draft"), await listed()]).toEqual([[one.id], [], [one.id]]);
    expect((await sendsOf(await connect()).findOne({ _id: oid(one.id) }))?.uncounted).toBe(true);
    await expect(cancelSend(world.ports, world.userId, one.id, { draft: true })).rejects.toMatchObject({ reason: "conflict" });
    expect((await world.read(one)).status).toBe("queued");
    await expect(world.edit(one, { bodyText: "Late" })).rejects.toMatchObject({ reason: "conflict" });
  });

  it("are deleted for good by a cancel, with their words and files; a second one finds none", async () => {
    const one = await draft({ attachments: [{ name: "a", type: "text/plain", content: Buffer.from("a") }] });
    await expect(cancelSend(world.ports, world.userId, one.id, { reason: "No" })).rejects.toMatchObject({ reason: "conflict" });
    expect(await cancelSend(world.ports, world.userId, one.id)).toMatchObject({ status: "cancelled" });
    const database = await connect();
    const of = { _id: oid(one.id) };
    expect(
      await Promise.all(
        [sendsOf, sendBodiesOf, sendAttachmentsOf].map((rows) => (rows(database) as ReturnType<typeof sendBodiesOf>).findOne(of)),
      ),
    ).toEqual([null, null, null]);
    await expect(cancelSend(world.ports, world.userId, one.id)).rejects.toMatchObject({ reason: "notFound" });
  });

  describe("of a list", () => {
    const left = async ({ id }: { readonly id: string }) => {
      const database = await connect();
      const rows = [sendsOf, sendBodiesOf, sendAttachmentsOf] as unknown as readonly (typeof sendBodiesOf)[];
      return (await Promise.all(rows.map((row) => row(database).countDocuments({ _id: oid(id) })))).join();
    };
    const FILE = { name: "a", type: "text/plain", content: Buffer.from("a") };
    const list = () => draftsOf(world.userId, [{ subject: "One" }, { subject: "Two" }], world.mailbox);
    const accept = (written: Partial<WrittenDraft> & { readonly id: string }, drafts = list(), store = mongoAcceptedSends(connect)) =>
      store.accept(world.userId, drafts, undefined, { revision: 1, ...written });
    const sent = async () => [(await listed()).length, await world.charges()];

    it("go away in the write that accepts the emails, with their words and files; a second one sends nothing", async () => {
      const one = await draft({ attachments: [FILE], draftState: "the list" });
      const both = await Promise.allSettled([accept(one), accept(one)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect((both.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason).toMatchObject({ reason: "conflict" });
      expect([await left(one), await sent()]).toEqual(["0,0,0", [2, 2]]);
    });

    it("stay whole when the write does not come about", async () => {
      const one = await draft({ attachments: [FILE] });
      const dying: typeof connect = async () => {
        const database = await connect();
        const transaction: typeof database.transaction = (work) =>
          database.transaction(async (session) => {
            await work(session);
            throw new Error("the process has died");
          });
        return { ...database, transaction };
      };
      await expect(accept(one, list(), mongoAcceptedSends(dying))).rejects.toThrow("died");
      expect([await left(one), await sent()]).toEqual(["1,1,1", [0, 0]]);
    });

    it("stay, and nothing is sent, when they were written anew, are of another mailbox, or are no drafts", async () => {
      const one = await draft();
      await world.edit(one, { bodyText: "Written elsewhere" });
      const held = await world.hold();
      for (const wrong of [one, { id: one.id, revision: 2, mailboxIds: [one.id] }, held])
        await expect(accept(wrong)).rejects.toMatchObject({ reason: "conflict" });
      expect([await left(one), (await world.read(held)).status, await world.charges()]).toEqual(["1,1,0", "scheduled", 0]);
    });

    it("stay while more of them follows, and when nobody is sent anything", async () => {
      const one = await draft();
      await accept({ id: one.id, more: true });
      expect([await left(one), await sent()]).toEqual(["1,1,0", [2, 2]]);
      const poor = await open(0);
      const other = await poor.hold({ hold: false, draft: true });
      await mongoAcceptedSends(connect).accept(poor.userId, draftsOf(poor.userId, [{}], poor.mailbox), undefined, other as never);
      expect(await left(other)).toBe("1,1,0");
    });
  });

  it("are ended neither by an answer nor by their original's end, only with their mailbox", async () => {
    const threadId = await world.thread();
    const original = await world.hold();
    const one = await draft({ threadId, cancelOn: ["reply"] });
    const two = await draft({ waitsFor: original.id });
    const database = await connect();
    await database.transaction((session) =>
      waitingSends({ database, session }, world.userId).cancel("reply", [{ threadId, from: "jane@peer.test" }]),
    );
    await cancelSend(world.ports, world.userId, original.id);
    await endFollowUpsOf(sendsOf(database), oid(world.userId), [oid(original.id)]);
    expect((await Promise.all([one, two].map(world.read))).map(({ status }) => status)).toEqual(["scheduled", "scheduled"]);
    await world.deliveries.cancelWaiting(world.mailbox.id);
    expect((await Promise.all([one, two].map(world.read))).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("of a key that may only draft wait for approval, and must be complete", async () => {
    const one = await draft({ draftState: "hidden" }, DRAFTER);
    expect([one.draft, await listed("approval"), (await bodyOf(one)).draftState]).toEqual([undefined, [one.id], undefined]);
    await expect(draft(NOTHING, DRAFTER)).rejects.toMatchObject({ reason: "invalid" });
    await expect(world.edit(await draft(), { bodyText: "Mine" }, DRAFTER)).rejects.toMatchObject({ reason: "insufficientScope" });
  });

  it("are kept to a suppressed recipient, who is told when they are to leave", async () => {
    world.suppressed.add("jane@example.net");
    const one = await draft({ to: { name: "", email: "jane@example.net" } });
    await world.edit(one, { subject: "Still" });
    await expect(world.approve(one, 2)).rejects.toMatchObject({ reason: "recipientSuppressed" });
    expect(await world.read(one)).toMatchObject({ draft: true });
  });
});

it("what is below the writer's words is found again after each change of them", () => {
  const history = "On Fri, 20 Nov 2026 at 10:15, Jane <jane@x.test> wrote:\n> Hello";
  const quote = '<div class="gmail_quote gmail_quote_container" data-quote="history">\n<p>On …</p></div>\n';
  const words = ["Yes", "", "Two\nlines\n\n", "> quoted", "A\n\nOn Monday"];
  let now = { text: `First\n\n${history}\n`, html: `<p>First</p>${quote}` };
  const below = belowIn("reply", now);
  for (const text of words) {
    now = aboveOf({ text, html: `<p>${text}</p>` }, belowIn("reply", now));
    expect(belowIn("reply", now)).toEqual(below);
    expect(now).toEqual({ text: `${text}\n\n${history}\n`, html: `<p>${text}</p>${quote}` });
  }
});
