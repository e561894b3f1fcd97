// Guide "sequences", "Somebody who asks to stop": which answers cancel by `asked`, what a correction changes, and that nothing comes between.
import { expect, it } from "vitest";
import { mongoCorrections } from "#shared/threads/store/corrections.ts";
import { correctionsIn } from "#shared/threads/correct-message.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import type { CancelTrigger, Send } from "#shared/sending/send.ts";
import { answeredWorld } from "#test/support/answered-world.ts";
import { diesEverywhere } from "#test/support/dying.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";
import { aUser } from "#test/support/user.ts";

const smtpServer = smtpServers();
const inAnHour = () => new Date(Date.now() + 3_600_000);
const asks = { body: "Kindly take me off your list." };
const failsDmarc = { "Authentication-Results": "mx.example.com; dmarc=fail header.from=peer.test" };

describeOnMongo("by `asked`", (connect) => {
  const world = async () => {
    const of = await answeredWorld(connect, await smtpServer());
    const waiting = (...lists: readonly (readonly CancelTrigger[])[]) =>
      of.followUps(...lists.map((cancelOn) => ({ scheduledAt: inAnHour(), cancelOn })));
    const answerOf = async () => (await of.store.all()).find(({ kind }) => kind === "reply");
    const correct = async (correction: object) =>
      correctionsIn(mongoCorrections(connect)).correct(of.store.userId, (await answerOf())!.id, correction);
    const reasons = async (...sends: readonly Send[]) =>
      (await Promise.all(sends.map(of.rig.read))).map(({ status, cancelReason }) => cancelReason ?? status);
    return { ...of, waiting, answerOf, correct, reasons };
  };

  it.each([
    ["the recipient's request", asks, "cancelled"],
    ["an answer that asks for nothing", { body: "Not now, perhaps in March." }, "scheduled"],
    ["another recipient's request", { ...asks, from: "Kim <kim@peer.test>" }, "scheduled"],
    ["a request that names none of our emails", { ...asks, inReplyTo: "" }, "scheduled"],
    ["a request whose author fails DMARC", { ...asks, headers: failsDmarc }, "scheduled"],
    ["an automatic answer with such words", { ...asks, headers: { "Auto-Submitted": "auto-replied" } }, "scheduled"],
    [
      "words of ours in the quote",
      { body: `Yes, Tuesday.\n\nOn Tue, 24 Nov 2026, Me <me@example.com> wrote:\n> ${asks.body}` },
      "scheduled",
    ],
  ])("goes what is written to somebody who asks to stop: %s", async (_, arrival, status) => {
    const { rig, pull, answer, followUps, waiting, reasons } = await world();
    const [asked, deaf] = await waiting(["asked"], ["bounce"]);
    answer(arrival);

    await pull();

    expect(await reasons(asked!, deaf!)).toEqual([status === "cancelled" ? "asked" : status, "scheduled"]);
    const [late] = await followUps({ cancelOn: ["asked"] });
    await rig.deliver();
    expect(await reasons(late!)).toEqual([status === "cancelled" ? "asked" : "sent"]);
  });

  it("tells more than `reply`, whatever else comes in the same page", async () => {
    const { store, pull, answer, waiting, reasons } = await world();
    const other = await store.sent({ toEmail: "kim@peer.test", subject: "Else" });
    const [both, reply] = await waiting(["reply", "asked"], ["reply"]);
    answer({ from: "Kim <kim@peer.test>", inReplyTo: other.messageId, subject: "Re: Else", body: "Yes." });
    answer(asks);

    await pull();

    expect(await reasons(both!, reply!)).toEqual(["asked", "replied"]);
  });

  it("comes back what a correction of the intent clears, with what follows it, and goes what it names", async () => {
    const { rig, followUps, pull, answer, waiting, correct, reasons, answerOf, store } = await world();
    const [one, both] = await waiting(["asked"], ["reply", "asked"]);
    const [follower] = await followUps({ scheduledAt: inAnHour(), cancelOn: undefined, threadId: undefined, waitsFor: one!.id });
    answer(asks);
    await pull();
    expect(await reasons(one!, both!, follower!)).toEqual(["asked", "asked", "original"]);

    await correct({ intent: "not_now", intentBy: "person" });
    expect(await reasons(one!, both!, follower!)).toEqual(["scheduled", "asked", "scheduled"]);
    for (const intentBy of ["person", "api"] as const) {
      await correct({ intent: "unsubscribe", intentBy });
      expect(await reasons(one!, follower!)).toEqual(["asked", "original"]);
      await correct({ intent: "interested", intentBy });
      expect(await reasons(one!, follower!)).toEqual(["scheduled", "scheduled"]);
    }
    await correctionsIn(mongoCorrections(connect)).takeBack(store.userId, (await answerOf())!.id);
    expect(await reasons(one!)).toEqual(["asked"]);
    await correct({ kind: "inbound" });
    expect(await rig.statuses([one!])).toEqual(["scheduled"]);
  });

  it("stays what another request still asks", async () => {
    const { pull, answer, waiting, correct, reasons } = await world();
    const [one] = await waiting(["asked"]);
    answer(asks);
    answer({ body: "Please unsubscribe me." });
    await pull();

    await correct({ intent: "not_now" });

    expect(await reasons(one!)).toEqual(["asked"]);
  });

  it("comes nothing back that a suppression had cancelled", async () => {
    const { store, pull, answer, waiting, correct, reasons } = await world();
    await mongoUsers(connect).insert(aUser({ id: store.userId, suppressAsked: true }));
    const [suppressed, own] = await waiting(["bounce"], ["asked"]);
    answer(asks);
    await pull();
    const gone = { $set: { status: "cancelled", cancelReason: "asked" }, $unset: { dueAt: "" } };
    await rawSends(await connect()).updateOne({ _id: oid(suppressed!.id) }, gone as never);

    await correct({ intent: "not_now" });

    expect(await reasons(suppressed!, own!)).toEqual(["asked", "scheduled"]);
  });

  it("goes what waits in the step that stores the request, wherever its process dies", async () => {
    const prepared = async () => {
      const of = await world();
      return { ...of, sends: await of.waiting(["asked"]) };
    };

    const deaths = await diesEverywhere(
      connect,
      prepared,
      (dying, { rig, original }) =>
        inboxStore(dying, rig.mailbox).receive([{ ...asks, inReplyTo: original.messageId, subject: "Re: Hello" }]),
      async ({ answerOf, reasons, sends }) =>
        expect(await reasons(...sends)).toEqual([((await answerOf()) as unknown) ? "asked" : "scheduled"]),
    );

    expect(deaths).toBeGreaterThanOrEqual(3);
  });
});
