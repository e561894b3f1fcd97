import { expect, it } from "vitest";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("new content of stored mail", (connect) => {
  const aStore = () => inboxStore(connect);

  it("is read beside the message that it answers, a send or another message, where a line may head a quote or be the writer's own", async () => {
    const store = aStore();
    const said = "shall we meet on Monday, or would Tuesday suit you better? The room is free on both days.";
    const send = await store.sent({ subject: "Offer" }, said);
    await store.receive([{ messageId: "<a@peer.test>", body: said }]);
    const quoting = "Tuesday is fine.\n\nFrom: me@example.com\nTo: jane@peer.test\n\n";
    const citing = "As said,\n\nAm 16.11.2026 um 09:12 schrieb Jane Doe:\n\nthe paint comes on Friday with the next lorry.";

    await store.receive(
      [send.messageId, "<a@peer.test>"].flatMap((inReplyTo) =>
        [quoting + said, citing].map((body) => ({ inReplyTo, subject: "Re: Offer", body })),
      ),
    );

    const snippet = citing.replaceAll(/\s+/g, " ");
    const answers = (await store.all()).filter(({ subject }) => subject === "Re: Offer");
    expect(answers.map(({ replyText, snippet: shown }) => [replyText, shown]).toReversed()).toEqual([
      ["Tuesday is fine.", "Tuesday is fine."],
      [citing, snippet],
      ["Tuesday is fine.", "Tuesday is fine."],
      [citing, snippet],
    ]);
  });

  it("keeps what was written inside a quote of the answered send, in its text or its HTML", async () => {
    const store = aStore();
    const said = ["Shall we meet on Monday, or would Tuesday suit you better?", "The room is free on both days."] as const;
    const send = await store.sent({ subject: "Offer" }, said.join("\n\n"));
    const body = `On Fri, 20 Nov 2026 at 10:15, Me <me@example.com> wrote:\n> ${said[0]}\n>\n> Tuesday is fine.\n>\n> ${said[1]}`;
    await store.receive([{ inReplyTo: send.messageId, subject: "Re: Offer", body }]);

    expect((await store.all()).find(({ subject }) => subject === "Re: Offer")).toMatchObject({
      replyText: "Tuesday is fine.",
      snippet: "Tuesday is fine.",
    });
  });
});
