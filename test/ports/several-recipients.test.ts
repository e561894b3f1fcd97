import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("what comes back from one of several recipients", (connect) => {
  const aStore = () => inboxStore(connect);

  it("names each recipient of a send whose copy came back, once, and tells of each", async () => {
    const store = aStore();
    const [cc, bcc] = ["Kim@peer.test", "boss@peer.test"].map((email) => [{ name: "", email }]);
    const send = await store.sent({ cc: cc!, bcc: bcc! });
    const hour = (at: number) => ({ receivedAt: new Date(Date.UTC(2026, 10, 20, at)) });

    await store.receive([
      bounce(send.messageId, { recipient: "kim@peer.test", ...hour(12) }),
      bounce("", { recipient: "boss@peer.test", ...hour(11) }),
    ]);
    await store.receive([
      bounce(send.messageId, { recipient: "kim@peer.test", ...hour(13) }),
      bounce(send.messageId, { action: "delayed" }),
    ]);
    await store.receive([bounce(send.messageId, { recipient: "forwarded@else.test", ...hour(14) })]);

    const found = await store.send(send.id);
    const reason = expect.stringContaining("550");
    const status = "5.1.1";
    expect(found.bounces).toEqual([
      { email: "Kim@peer.test", status, reason, at: hour(12).receivedAt },
      { email: "boss@peer.test", status, reason, at: hour(11).receivedAt, unproven: true },
      { email: "", status, reason, at: hour(14).receivedAt },
    ]);
    expect(found).toMatchObject({ bouncedAt: hour(11).receivedAt, bounceReason: reason });
    const stored = await sendsOf(await connect()).findOne({ _id: oid(send.id), userId: oid(send.userId) });
    expect(stored?.news?.map(({ type }) => type)).toEqual(["send.bounced", "send.bounced", "send.bounced"]);
  });

  it("knows who is copied in as a participant, and not who is copied blindly", async () => {
    const store = aStore();
    const send = await store.sent({ cc: [{ name: "", email: "Kim@peer.test" }], bcc: [{ name: "", email: "boss@peer.test" }] });

    await store.receive([{ from: "kim@peer.test", inReplyTo: send.messageId }]);
    await store.receive([{ from: "jane@peer.test", subject: "Re: Hello", references: ["<unknown@peer.test>", send.messageId] }]);

    expect(await store.allThreads()).toMatchObject([
      { participants: ["jane@peer.test", "kim@peer.test"], messageCount: 3, hasNewcomer: false },
    ]);
    expect(await store.send(send.id)).toMatchObject({ repliedAt: expect.any(Date) });
  });
});
