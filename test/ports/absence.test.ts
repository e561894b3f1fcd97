import { expect, it } from "vitest";
import { correctionsIn } from "#shared/threads/correct-message.ts";
import { mongoCorrections } from "#shared/threads/store/corrections.ts";
import { messageBodiesOf, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aUser } from "#test/support/user.ts";

describeOnMongo("automatic answers", (connect) => {
  const corrections = correctionsIn(mongoCorrections(connect));
  const automatic = { "Auto-Submitted": "auto-replied", Date: "Wed, 25 Nov 2026 10:15:00 +0100" };
  const receivedAt = new Date("2026-11-25T09:15:00Z");
  const aWorld = async () => {
    const store = inboxStore(connect);
    await mongoUsers(connect).insert(aUser({ id: store.userId }));
    const offer = await store.sent({ subject: "Offer" });
    const receive = async (mail: Arrival) => {
      await store.receive([{ inReplyTo: offer.messageId, headers: automatic, receivedAt, ...mail }]);
      return (await store.all())[0]!;
    };
    return { store, userId: store.userId, offer, receive };
  };

  it("tell of an absence and its end, with the words that say so", async () => {
    const { receive } = await aWorld();

    expect(await receive({ body: "I am out of the office until Monday, 30 November." })).toMatchObject({
      kind: "auto_reply",
      autoClass: "away",
      returnsOn: "2026-11-30",
      explanation: { autoEvidence: "I am out of the office until Monday, 30 November." },
    });
  });

  it("count days where their sender is", async () => {
    const { receive } = await aWorld();
    const headers = { ...automatic, Date: "Tue, 24 Nov 2026 22:15:00 -0800" };

    expect((await receive({ headers, receivedAt: new Date("2026-11-25T06:15:00Z"), body: "I am away and back tomorrow." })).returnsOn).toBe(
      "2026-11-25",
    );
  });

  it("of a person who left name the only other address", async () => {
    const { receive } = await aWorld();
    const left = "Jane is no longer with Example.";

    expect(await receive({ body: `${left} Write to bob@peer.test, please.` })).toMatchObject({
      autoClass: "left",
      successor: "bob@peer.test",
    });
    expect((await receive({ body: `${left} Write to bob@peer.test or eve@peer.test.` })).successor).toBeUndefined();
    expect((await receive({ body: `${left} It was jane@peer.test.` })).successor).toBeUndefined();
  });

  it("are of no class when a program wrote them for itself, or a person wrote the mail", async () => {
    const { receive, offer } = await aWorld();
    const receipt = { ...automatic, "Content-Type": "multipart/report; report-type=disposition-notification; boundary=b" };
    const parts =
      "--b\nContent-Type: text/plain\n\nI am out of the office until 30 November.\n--b\nContent-Type: message/disposition-notification\n\nDisposition: automatic-action\n--b--";

    expect((await receive({ headers: receipt, body: parts })).autoClass).toBe("away");
    const { "Auto-Submitted": _auto, ...byPerson } = receipt;
    expect((await receive({ headers: byPerson, body: parts })).autoClass).toBe("other");
    expect((await receive({ headers: {}, inReplyTo: offer.messageId, body: "Yes, on Monday." })).autoClass).toBeUndefined();
  });

  it("mean nothing by what they quote", async () => {
    const { receive } = await aWorld();
    const body =
      "I am out of the office.\n\nOn Tue, 24 Nov 2026 at 09:00, Me <me@example.com> wrote:\n> I am back on Monday, 30 November.\n> We have left the company.";

    const note = await receive({ body });

    expect([note.autoClass, note.returnsOn]).toEqual(["away", undefined]);
  });

  it("mean what a person says, also when they are read again, until that is taken back", async () => {
    const { store, userId, receive, offer } = await aWorld();
    const mail: Arrival = {
      messageId: "<note@peer.test>",
      inReplyTo: offer.messageId,
      headers: automatic,
      receivedAt,
      body: "I am out until 30 November 2026.",
    };
    const { id } = await receive(mail);
    const now = async () => {
      const [{ autoClass, returnsOn, ruled }] = (await store.all()) as [Awaited<ReturnType<typeof receive>>];
      return { autoClass, returnsOn, ruled: ruled && [ruled.autoClass, ruled.returnsOn] };
    };
    const ruled = { autoClass: "away", returnsOn: "2026-11-30", ruled: undefined };

    await corrections.correct(userId, id, { returnsOn: "2026-12-07" });
    const later = { autoClass: "away", returnsOn: "2026-12-07", ruled: ["away", "2026-11-30"] };
    expect(await now()).toEqual(later);
    const database = await connect();
    for (const collection of [messagesOf(database), messageBodiesOf(database)]) await collection.deleteOne({ _id: oid(id) });
    await store.commit(store.prepare([mail], "inbox", "2"));
    expect(await now()).toEqual(later);

    const again = (await store.all())[0]!.id;
    await corrections.correct(userId, again, { returnsOn: "" });
    expect(await now()).toEqual({ ...later, returnsOn: undefined });
    await corrections.correct(userId, again, { autoClass: "left", returnsOn: "" });
    expect(await now()).toEqual({ ...later, autoClass: "left", returnsOn: undefined });
    await corrections.correct(userId, again, { kind: "reply" });
    expect(await now()).toMatchObject({ autoClass: undefined, returnsOn: undefined });
    expect(await corrections.takeBack(userId, again)).toBe(true);
    expect(await now()).toEqual(ruled);
  });

  it("refuse a class for other mail, and a day of return for another class", async () => {
    const { userId, receive } = await aWorld();
    const note = await receive({ body: "I am out until 30 November 2026." });
    const answer = await receive({ headers: {}, body: "Yes." });
    const refused = (field: string) => ({ details: [{ field, message: expect.any(String) as string }] });

    await expect(corrections.correct(userId, answer.id, { autoClass: "away" })).rejects.toMatchObject(refused("autoClass"));
    await expect(corrections.correct(userId, answer.id, { returnsOn: "2026-12-01" })).rejects.toMatchObject(refused("returnsOn"));
    await expect(corrections.correct(userId, note.id, { autoClass: "left", returnsOn: "2026-12-01" })).rejects.toMatchObject(
      refused("returnsOn"),
    );
    expect(await corrections.correct(userId, answer.id, { kind: "auto_reply", returnsOn: "2026-12-01" })).toMatchObject({
      autoClass: "away",
      returnsOn: "2026-12-01",
    });
  });
});
