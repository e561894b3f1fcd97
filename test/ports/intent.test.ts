import { expect, it } from "vitest";
import { correctionsIn } from "#shared/threads/correct-message.ts";
import { mongoCorrections } from "#shared/threads/store/corrections.ts";
import { messageBodiesOf, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aUser } from "#test/support/user.ts";

const FOOTER = "To stop these emails, write to us: please remove me from your list.";

describeOnMongo("what an answer means", (connect) => {
  const corrections = correctionsIn(mongoCorrections(connect));
  const suppressions = mongoSuppressions(connect);
  const aWorld = async (suppressAsked = true) => {
    const store = inboxStore(connect);
    const { userId } = store;
    await mongoUsers(connect).insert(aUser({ id: userId, suppressAsked }));
    const offer = await store.sent({ subject: "Offer" }, `Shall we talk?\n\n${FOOTER}`);
    const receive = async (mail: Arrival) => {
      await store.receive([{ inReplyTo: offer.messageId, ...mail }]);
      return (await store.all())[0]!;
    };
    const suppressed = async () => [...(await suppressions.among(userId, ["jane@peer.test"])).entries()];
    return { store, userId, offer, receive, suppressed };
  };
  const ASKS = "Kindly take me off your list.";

  it("is read from the person's own words, with the sentence that says so", async () => {
    const { receive } = await aWorld();

    expect(await receive({ body: `Hello,\n\n${ASKS}\n\nJane` })).toMatchObject({
      kind: "reply",
      intent: "unsubscribe",
      intentBy: "rule",
      explanation: { intentEvidence: ASKS },
    });
    const other = await receive({ body: "Tuesday at ten." });
    expect([other.intent, other.intentBy, other.explanation?.intentEvidence]).toEqual(["unknown", "rule", undefined]);
    expect(await receive({ subject: "unsubscribe", body: "" })).toMatchObject({ intent: "unsubscribe" });
  });

  it("is nothing of a mail that no person answered with", async () => {
    const { receive } = await aWorld();

    expect((await receive({ inReplyTo: "", messageId: "<own@peer.test>", subject: "Hi", body: ASKS })).intent).toBeUndefined();
    expect((await receive({ headers: { "Auto-Submitted": "auto-replied" }, body: `I am away. ${ASKS}` })).intent).toBeUndefined();
  });

  it("suppresses its sender when the account wants it", async () => {
    const { receive, suppressed } = await aWorld();
    await receive({ body: ASKS });
    expect(await suppressed()).toEqual([["jane@peer.test", "asked"]]);

    const without = await aWorld(false);
    await without.receive({ body: ASKS });
    expect(await without.suppressed()).toEqual([]);
  });

  it.each<readonly [string, Arrival]>([
    ["that quotes our own sentence", { body: `Yes, Tuesday.\n\nOn Tue, 24 Nov 2026 at 09:00, Me <me@example.com> wrote:\n> ${FOOTER}` }],
    ["that has our own sentence without a mark", { body: `Yes, Tuesday.\n\n${FOOTER}` }],
    ["that forwards another's", { body: `See below.\n\n---------- Forwarded message ---------\nFrom: Tom <tom@example.com>\n\n${ASKS}` }],
    ["with such a signature", { body: `Yes, Tuesday.\n\n-- \n${ASKS}` }],
    ["that asks how to do it", { body: "How do I unsubscribe a customer?" }],
  ])("suppresses nobody by an answer %s", async (_, mail) => {
    const { receive, suppressed } = await aWorld();

    const { intent } = await receive(mail);

    expect(intent).not.toBe("unsubscribe");
    expect(await suppressed()).toEqual([]);
  });

  it("suppresses nobody without a second sign: an id of ours, of an author who does not fail DMARC", async () => {
    for (const mail of [
      { inReplyTo: "", subject: "Re: Offer" },
      { headers: { "Authentication-Results": "mx.example.com; dmarc=fail header.from=peer.test" } },
    ]) {
      const { receive, suppressed } = await aWorld();
      const { intent, explanation } = await receive({ body: ASKS, ...mail });
      expect([intent, explanation?.threadRule, await suppressed()]).toEqual([expect.any(String), expect.any(String), []]);
    }
  });

  it("is what a person or a program says, also when the mail is read again, until that is taken back", async () => {
    const { store, userId, offer, suppressed } = await aWorld();
    const mail: Arrival = { messageId: "<answer@peer.test>", inReplyTo: offer.messageId, body: ASKS };
    await store.receive([mail]);
    const now = async () => {
      const { id, intent, intentBy, ruled } = (await store.all())[0]!;
      return { id, is: [intent, intentBy], ruled: ruled && [ruled.intent, ruled.intentBy] };
    };
    const { id } = await now();

    await corrections.correct(userId, id, { intent: "not_now", intentBy: "api" });
    const said = { is: ["not_now", "api"], ruled: ["unsubscribe", "rule"] };
    expect(await now()).toMatchObject(said);
    expect(await suppressed()).toEqual([]);
    const database = await connect();
    for (const collection of [messagesOf(database), messageBodiesOf(database)]) await collection.deleteOne({ _id: oid(id) });
    await store.commit(store.prepare([mail], "inbox", "2"));
    expect(await now()).toMatchObject(said);
    expect(await suppressed()).toEqual([]);

    const again = (await now()).id;
    await corrections.correct(userId, again, { kind: "inbound" });
    expect((await now()).is).toEqual([undefined, undefined]);
    await corrections.correct(userId, again, { kind: "reply", intent: "interested", intentBy: "person" });
    expect((await now()).is).toEqual(["interested", "person"]);
    expect(await corrections.takeBack(userId, again)).toBe(true);
    expect((await now()).is).toEqual(["unsubscribe", "rule"]);
    expect(await suppressed()).toEqual([["jane@peer.test", "asked"]]);
  });

  it("is refused for other mail than a person's answer", async () => {
    const { userId, receive } = await aWorld();
    const note = await receive({ headers: { "Auto-Submitted": "auto-replied" }, body: "I am away." });

    await expect(corrections.correct(userId, note.id, { intent: "interested", intentBy: "api" })).rejects.toMatchObject({
      details: [{ field: "intent", message: expect.any(String) as string }],
    });
    expect(await corrections.correct(userId, note.id, { kind: "reply", intent: "interested", intentBy: "api" })).toMatchObject({
      kind: "reply",
      intent: "interested",
    });
  });
});
