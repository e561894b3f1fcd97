import { describe, expect, it } from "vitest";
import { type ForwardedSend, forwardMessage, forwardThread } from "#shared/threads/forward.ts";
import { aMessage, aWorld, forward, hour, threadId, userId } from "#test/support/conversation-world.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { asIs, SENDER } from "#test/support/sending-rig.ts";

const asForwarded = { by: SENDER, claim: undefined, answer: (send: ForwardedSend) => send };

describe("a forward", () => {
  it("carries the message whole in a new conversation, its attachments listed", async () => {
    const file = { index: 0, part: "2", filename: "plan.pdf", contentType: "application/pdf", size: 1234, isInline: false, contentId: "" };
    const world = await aWorld((mailbox) => [aMessage(mailbox, { attachments: [file], references: ["<z@peer.test>"] })]);

    const send = await forwardMessage(world.ports, { userId, id: world.received[0]?.id ?? "" }, forward({ bodyText: "See below" }), asIs);

    expect(send).toMatchObject({ toEmail: "boss@peer.test", subject: "Fwd: Offer", kind: "forward", references: [] });
    expect(send.threadId).toBeUndefined();
    expect(send.inReplyTo).toBeUndefined();
    const text = world.accepted[0]?.body.text ?? "";
    expect(text).toMatch(/^See below\n\n-{10} Forwarded message -{9}\nFrom: Jane Doe <jane@peer.test>/);
    expect(text).toContain("> older");
    expect(text).toContain("plan.pdf (1.2 KB)");
  });

  it("names whose mail it holds, each once, and no blind copy", async () => {
    const to = (...emails: string[]) => emails.map((email) => ({ name: "", email }));
    const world = await aWorld(
      (mailbox) => [
        aMessage(mailbox, { from: { name: "", email: "Eve@Peer.test" } }),
        aMessage(mailbox, { receivedAt: hour(12) }),
        aMessage(mailbox, {
          receivedAt: hour(13),
          direction: "outbound",
          from: { name: "", email: mailbox.email },
          to: to("ann@peer.test"),
        }),
      ],
      (mailbox) => [
        aSend(mailbox, { sentAt: hour(10), threadId, cc: to("bob@peer.test"), bcc: to("hidden@peer.test") }),
        aSend(mailbox, { status: "failed", threadId, toEmail: "never@peer.test" }),
      ],
    );

    const { included } = await forwardThread(world.ports, { userId, id: threadId }, forward(), asForwarded);

    expect(included).toEqual(["eve@peer.test", "jane@peer.test", "bob@peer.test", "ann@peer.test"]);
    const [first] = world.received;
    expect((await forwardMessage(world.ports, { userId, id: first?.id ?? "" }, forward(), asForwarded)).included).toEqual([
      "eve@peer.test",
    ]);
  });

  it("carries a thread's messages, oldest first", async () => {
    const world = await aWorld(
      (mailbox) => [aMessage(mailbox), aMessage(mailbox, { replyText: "And the price?", receivedAt: hour(12) })],
      (mailbox) => [aSend(mailbox, { sentAt: hour(10), threadId })],
    );

    const { included } = await forwardThread(world.ports, { userId, id: threadId }, forward(), asForwarded);

    expect(included).toEqual(["jane@peer.test"]);

    const text = world.accepted[0]?.body.text ?? "";
    expect(text.match(/Forwarded message/g)).toHaveLength(3);
    const order = ["Is it still there?", "Sent ", "And the price?"].map((words) => text.indexOf(words));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });
});
