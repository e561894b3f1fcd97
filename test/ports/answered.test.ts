import { expect, it } from "vitest";
import { mongoCorrections } from "#shared/threads/store/corrections.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendBodiesOf } from "#shared/sending/store/send-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { ids } from "#shared/platform/system.ts";
import { correctionsIn } from "#shared/threads/correct-message.ts";
import { UNCLEAR_ANSWER, waitOf } from "#shared/sending/waiting.ts";
import { answeredWorld } from "#test/support/answered-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const WORDS = "We can deliver the ten machines that you asked for in the second week of March.";
const inAnHour = () => new Date(Date.now() + 3_600_000);
const autoReply = { subject: "Out of office", headers: { "Auto-Submitted": "auto-replied" }, body: "I am away." };

const failsDmarc = { "Authentication-Results": "mx.example.com; dmarc=fail header.from=peer.test" };

describeOnMongo("what an answer cancels", (connect) => {
  const world = async () => {
    const smtp = await smtpServer();
    return { smtp, ...(await answeredWorld(connect, smtp)) };
  };

  it.each([
    ["a reply", {}, "replied"],
    ["an automatic reply", autoReply, "auto_replied"],
  ] as const)("is cancelled with %s, in the step that stores it, and nothing else", async (_what, arrival, cancelReason) => {
    const { rig, pull, answer, followUps } = await world();
    const [scheduled, deaf, elsewhere] = await followUps(
      { scheduledAt: inAnHour(), cancelOn: ["reply", "bounce", "auto_reply"] },
      { scheduledAt: inAnHour(), cancelOn: undefined },
      { scheduledAt: inAnHour(), cancelOn: ["reply", "bounce", "auto_reply"], threadId: undefined },
    );
    answer(arrival);

    await pull();

    expect(await rig.read(scheduled!)).toMatchObject({ status: "cancelled", cancelReason });
    expect((await rig.read(scheduled!)).dueAt).toBeUndefined();
    expect(await rig.statuses([deaf!, elsewhere!])).toEqual(["scheduled", "scheduled"]);
  });

  const hasLeft = { ...autoReply, subject: "Re: Hello", body: "Jane has left the company. Please write to john@peer.test instead." };

  it.each([
    ["the recipient's note", hasLeft, "cancelled"],
    ["an absence", { ...autoReply, body: "I am away until Monday, 2 March." }, "scheduled"],
    ["another recipient's note", { ...hasLeft, from: "Kim <kim@peer.test>" }, "scheduled"],
    ["a note that names none of our emails", { ...hasLeft, inReplyTo: "" }, "scheduled"],
    ["a person who writes that she has left", { body: "I have left the company." }, "scheduled"],
    ["a note whose author fails DMARC", { ...hasLeft, headers: { ...autoReply.headers, ...failsDmarc } }, "scheduled"],
  ])("by `left` is what goes to somebody who has left: %s", async (_, arrival, status) => {
    const { rig, pull, answer, followUps } = await world();
    const [left, deaf] = await followUps({ scheduledAt: inAnHour(), cancelOn: ["left"] }, { scheduledAt: inAnHour() });
    answer(arrival);

    await pull();

    expect(await rig.statuses([left!])).toEqual([status]);
    if (status === "cancelled") expect((await rig.read(left!)).cancelReason).toBe("left");
    expect(await rig.statuses([deaf!])).toEqual(["headers" in arrival ? "scheduled" : "cancelled"]);
    const [late] = await followUps({ cancelOn: ["left"] });
    await rig.deliver();
    expect(await rig.statuses([late!])).toEqual([status === "cancelled" ? "cancelled" : "sent"]);
  });

  it("by `left` comes back when a person corrects what the note says, and goes when one says so", async () => {
    const { rig, store, pull, answer, followUps } = await world();
    const corrections = correctionsIn(mongoCorrections(connect));
    const [one, both] = await followUps(
      { scheduledAt: inAnHour(), cancelOn: ["left"] },
      { scheduledAt: inAnHour(), cancelOn: ["auto_reply", "left"] },
    );
    answer(hasLeft);
    await pull();
    expect((await Promise.all([one!, both!].map(rig.read))).map(({ cancelReason }) => cancelReason)).toEqual(["left", "left"]);
    const note = (await store.all()).find(({ kind }) => kind === "auto_reply")!;

    await corrections.correct(store.userId, note.id, { autoClass: "away" });
    expect(await rig.statuses([one!, both!])).toEqual(["scheduled", "cancelled"]);
    await corrections.correct(store.userId, note.id, { autoClass: "left" });
    expect(await rig.statuses([one!, both!])).toEqual(["cancelled", "cancelled"]);
  });

  it("takes along what follows it, level by level, though that names no trigger", async () => {
    const { rig, pull, answer, followUps } = await world();
    const elsewhere = { scheduledAt: inAnHour(), cancelOn: undefined, threadId: undefined };
    const [first, other] = await followUps({ scheduledAt: inAnHour() }, elsewhere);
    const [second] = await followUps({ ...elsewhere, waitsFor: first!.id });
    const [third, others] = await followUps({ ...elsewhere, waitsFor: second!.id }, { ...elsewhere, waitsFor: other!.id });
    answer();

    await pull();

    expect(await rig.statuses([first!, second!, third!])).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(await rig.read(third!)).toMatchObject({ cancelReason: "original" });
    expect(await rig.statuses([other!, others!])).toEqual(["scheduled", "scheduled"]);
  });

  it("is nothing that has left", async () => {
    const { rig, pull, answer, followUps } = await world();
    const [send] = await followUps({});
    await rig.deliver();
    answer();

    await pull();

    const { status, cancelReason } = await rig.read(send!);
    expect([status, cancelReason]).toEqual(["sent", undefined]);
  });

  it("is no trigger's that the send does not name", async () => {
    const { rig, pull, answer, followUps } = await world();
    const [send] = await followUps({ scheduledAt: inAnHour(), cancelOn: ["bounce", "auto_reply"] });
    answer();

    await pull();

    expect(await rig.statuses([send!])).toEqual(["scheduled"]);
  });

  it("is no stranger's who knows an id of the conversation alone", async () => {
    const { rig, pull, answer, followUps } = await world();
    answer({ messageId: "<answer@peer.test>" });
    await pull();
    const answersSince = new Date(Date.now() + 1);
    const [scheduled, due] = await followUps({ scheduledAt: inAnHour(), answersSince }, { answersSince });
    answer({ from: "Eve <eve@evil.test>", inReplyTo: "<answer@peer.test>" });

    await rig.deliver();

    expect(await rig.statuses([scheduled!, due!])).toEqual(["scheduled", "sent"]);
  });

  it("is no answer's of the account's own people, but still the recipient's", async () => {
    const { rig, pull, answer, followUps } = await world();
    const userId = oid(rig.mailbox.userId);
    await mailboxesOf(await connect()).insertMany([
      { _id: oid(rig.mailbox.id), userId, email: rig.mailbox.email, emailKey: rig.mailbox.email },
      { _id: oid(ids.objectId()), userId, email: "x@firm.test", aliases: ["boss@firm.test"], emailKey: "x@firm.test" },
    ] as never);
    const [scheduled, due] = await followUps({ scheduledAt: inAnHour(), cancelOn: ["reply", "auto_reply"] }, {});
    answer({ from: "boss@firm.test" });
    answer({ from: "anna@firm.test" });
    answer({ from: "anna@firm.test", ...autoReply });

    await rig.deliver();

    expect(await rig.statuses([scheduled!, due!])).toEqual(["scheduled", "sent"]);
    answer({ from: "jane@peer.test" });
    await pull();
    expect(await rig.statuses([scheduled!])).toEqual(["cancelled"]);
  });

  it("is stopped by an answer that lies on the server alone, with one pull for all of a claim", async () => {
    const { smtp, rig, pulls, answer, followUps } = await world();
    const sends = await followUps({}, {}, { cancelOn: undefined });
    answer();

    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["cancelled", "cancelled", "sent"]);
    expect((await rig.read(sends[0]!)).cancelReason).toBe("replied");
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([sends[2]!.messageId]);
    expect(pulls).toHaveLength(1);
  });

  it("leaves when nothing has come, and asks no server for mail that nothing cancels", async () => {
    const { rig, pulls, followUps } = await world();
    const [plain] = await followUps({ cancelOn: undefined });
    await rig.deliver();
    expect(pulls).toHaveLength(0);
    const [send] = await followUps({});

    await rig.deliver();

    expect(await rig.statuses([plain!, send!])).toEqual(["sent", "sent"]);
  });

  it("waits where the server cannot be asked, unless it shall be sent then; what is stored counts all the same", async () => {
    const { rig, pull, answer, followUps, setReachable } = await world();
    setReachable(false);
    const [waits, leaves] = await followUps({}, { cancelOnUnknown: "send" });

    await rig.deliver();

    expect(await rig.read(waits!)).toMatchObject({
      status: "queued",
      attempts: 0,
      lastError: expect.stringMatching(/could not be checked/),
    });
    expect((await rig.read(waits!)).dueAt!.getTime()).toBeGreaterThan(Date.now() + 200_000);
    expect(await rig.statuses([leaves!])).toEqual(["sent"]);
    answer();
    await pull();
    const [late] = await followUps({ cancelOnUnknown: "send" });
    await rig.deliver();
    expect(await rig.statuses([waits!, late!])).toEqual(["cancelled", "cancelled"]);
  });

  it.each([
    ["leaves where the author's address fails DMARC, which leaves no sign", "Not now.", "sent"],
    ["waits where such a mail quotes our words, which are one sign", `Not now.\n\n> ${WORDS}`, "queued"],
  ])("%s", async (_, body, status) => {
    const { store, rig, pull, answer, original, followUps } = await world();
    await sendBodiesOf(await connect()).updateOne({ _id: oid(original.id) }, { $set: { text: WORDS } });
    answer({ inReplyTo: "", body, headers: { "Authentication-Results": "mx.example.com; dmarc=fail header.from=peer.test" } });
    await pull();
    const [send] = await followUps({});

    await rig.deliver();

    expect(await rig.statuses([send!])).toEqual([status]);
    const [message] = (await store.all()).filter(({ emailJobId }) => emailJobId === original.id);
    expect(message).toMatchObject({ newcomer: true, explanation: { threadRule: "subject" } });
  });

  it("waits where one sign alone shows an answer, and the correction of that message decides", async () => {
    const { smtp, rig, store, pull, answer, original, followUps } = await world();
    const corrections = correctionsIn(mongoCorrections(connect));
    answer({ inReplyTo: "" });
    await pull();
    const [first, other, deaf] = await followUps({}, { cancelOn: ["reply"], cancelOnUnknown: "send" }, { cancelOn: ["bounce"] });

    await rig.deliver();

    for (const send of [first!, other!]) {
      const held = await rig.read(send);
      expect(held).toMatchObject({ status: "queued", attempts: 0, lastError: UNCLEAR_ANSWER, unclearSince: expect.any(Date) });
      expect(waitOf(held, { isDisconnected: false }, new Date()).waitingFor).toBe("unclear_answer");
      expect(held.dueAt!.getTime()).toBeGreaterThan(Date.now() + 800_000);
    }
    expect(await rig.statuses([deaf!])).toEqual(["sent"]);
    const [message] = (await store.all()).filter(({ emailJobId }) => emailJobId === original.id);
    expect(message?.newcomer).toBe(true);

    await corrections.correct(store.userId, message!.id, { emailJobId: "" });
    const [later] = await followUps({});
    await rig.deliver();
    expect(await rig.statuses([later!])).toEqual(["sent"]);

    await corrections.correct(store.userId, message!.id, { emailJobId: original.id });
    expect(await rig.statuses([first!, other!])).toEqual(["cancelled", "cancelled"]);
    expect((await rig.read(first!)).cancelReason).toBe("replied");
    expect(smtp.accepted).toHaveLength(2);
  });
});
