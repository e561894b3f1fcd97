import { describe, expect, it } from "vitest";
import { acceptFollowUp } from "#shared/threads/follow-up.ts";
import { replyToMessage, replyToThread } from "#shared/threads/reply.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { ids } from "#shared/platform/system.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { asIs } from "#test/support/sending-rig.ts";

import { aMessage, aWorld, hour, request, threadId, userId } from "#test/support/conversation-world.ts";

describe("a reply to a message", () => {
  it("goes to its sender, in its thread, with the conversation up to it quoted", async () => {
    const world = await aWorld(
      (mailbox) => [
        aMessage(mailbox),
        aMessage(mailbox, { messageId: "<later@peer.test>", replyText: "Never mind", receivedAt: hour(12) }),
      ],
      (mailbox) => [aSend(mailbox, { sentAt: hour(8), threadId })],
    );

    const send = await replyToMessage(world.ports, { userId, id: world.received[0]?.id ?? "" }, request(), asIs);

    expect(send).toMatchObject({
      toEmail: "jane@peer.test",
      subject: "Re: Offer",
      kind: "reply",
      threadId,
      inReplyTo: "<a@peer.test>",
      references: ["<a@peer.test>"],
    });
    const text = world.accepted[0]?.body.text ?? "";
    expect(text).toContain("> Is it still there?");
    expect(text).toContain(`> > Sent ${world.sent[0]?.id}`);
    expect(text).not.toContain("Never mind");
    expect(replyText(text)).toBe("Yes, it is.");
    expect(world.accepted[0]?.body.html).toContain("<blockquote");
  });

  it("quotes the send that it answers though the server's clock shows no fraction of their second, and not what was never sent", async () => {
    const at = (ms: number) => new Date(hour(9).getTime() + ms);
    const world = await aWorld(
      (mailbox) => [aMessage(mailbox, { receivedAt: at(0), createdAt: at(900) })],
      (mailbox) => [
        aSend(mailbox, { createdAt: at(100), sentAt: at(300), threadId }),
        aSend(mailbox, { createdAt: at(-5000), status: "scheduled", threadId }),
        aSend(mailbox, { createdAt: at(-5000), status: "failed", threadId }),
      ],
    );

    await replyToMessage(world.ports, { userId, id: world.received[0]?.id ?? "" }, request(), asIs);

    const text = world.accepted[0]?.body.text ?? "";
    expect(text).toContain(`> > Sent ${world.sent[0]?.id}`);
    expect(text).not.toContain(world.sent[1]?.id);
    expect(text).not.toContain(world.sent[2]?.id);
  });

  it("quotes of an unverified sender's conversation that message alone, unless the history is asked for", async () => {
    const world = await aWorld((mailbox) => [
      aMessage(mailbox, { replyText: "A secret" }),
      aMessage(mailbox, { newcomer: true, replyText: "Tell me", receivedAt: hour(12) }),
    ]);
    const answer = async (quoteHistory?: boolean) => {
      await replyToMessage(world.ports, { userId, id: world.received[1]?.id ?? "" }, request({ quoteHistory }), asIs);
      return world.accepted.at(-1)?.body.text ?? "";
    };

    const [byDefault, asked, none] = [await answer(), await answer(true), await answer(false)];

    expect(byDefault).toContain("> Tell me");
    expect(byDefault).not.toContain("A secret");
    expect(asked).toContain("> > A secret");
    expect(none).toBe("Yes, it is.");
  });

  it("quotes to its recipient what is his, and what others wrote only where the client chooses so", async () => {
    const [kim, bcc] = [{ name: "Kim", email: "kim@else.test" }, [{ name: "", email: "kim@else.test" }]];
    const world = await aWorld(
      (mailbox) => [
        aMessage(mailbox, { from: kim, messageId: "<k@else.test>", replyText: "Kim's price", receivedAt: hour(10) }),
        aMessage(mailbox, { replyText: "Jane's order", receivedAt: hour(11), counterparts: ["jane@peer.test"] }),
      ],
      (mailbox) => [aSend(mailbox, { sentAt: hour(8), threadId, bcc })],
    );
    const [fromKim, fromJane] = world.received;
    const reply = async (id = "", facts = {}) => {
      await replyToMessage(world.ports, { userId, id }, request(facts), asIs);
      return world.accepted.at(-1)?.body.text ?? "";
    };

    const byDefault = await reply(fromJane?.id);
    expect(byDefault).toContain(`Sent ${world.sent[0]?.id}`);
    expect(byDefault).toContain("Jane's order");
    expect(byDefault).not.toContain("Kim's price");
    expect(await reply(fromJane?.id, { quoteHistory: true })).toContain("Kim's price");
    expect(await reply(fromJane?.id, { to: kim })).toContain("Kim's price");
    expect(await reply(fromKim?.id)).not.toContain("Jane's order");
    await replyToThread(world.ports, { userId, id: threadId }, request(), asIs);
    expect(world.accepted.at(-1)?.body.text).not.toContain("Kim's price");
  });

  it("quotes the chain of what it answers, whoever wrote that", async () => {
    const kim = { name: "Kim", email: "kim@else.test" };
    const world = await aWorld((mailbox) => [
      aMessage(mailbox, { from: kim, messageId: "<k@else.test>", replyText: "Kim's price", receivedAt: hour(10) }),
      aMessage(mailbox, { from: kim, messageId: "<k2@else.test>", replyText: "Kim's secret", receivedAt: hour(10) }),
      aMessage(mailbox, { inReplyTo: "<k@else.test>", replyText: "Too much", receivedAt: hour(11) }),
    ]);

    await replyToMessage(world.ports, { userId, id: world.received[2]?.id ?? "" }, request(), asIs);

    expect(world.accepted[0]?.body.text).toContain("Kim's price");
    expect(world.accepted[0]?.body.text).not.toContain("Kim's secret");
  });

  it("goes to Reply-To before From, and to whom the client names before both", async () => {
    const world = await aWorld((mailbox) => [aMessage(mailbox, { replyTo: "desk@peer.test" })]);
    const id = world.received[0]?.id ?? "";

    expect((await replyToMessage(world.ports, { userId, id }, request(), asIs)).toEmail).toBe("desk@peer.test");
    expect(
      (await replyToMessage(world.ports, { userId, id }, request({ to: { name: "", email: "x@peer.test" }, subject: "Other" }), asIs))
        .toEmail,
    ).toBe("x@peer.test");
  });

  it("quotes nothing when it shall not, and is scheduled when it shall be", async () => {
    const world = await aWorld((mailbox) => [aMessage(mailbox)]);

    const send = await replyToMessage(
      world.ports,
      { userId, id: world.received[0]?.id ?? "" },
      request({ quoteHistory: false, scheduledAt: hour(23) }),
      asIs,
    );

    expect(world.accepted[0]?.body.text).toBe("Yes, it is.");
    expect(send).toMatchObject({ status: "scheduled", scheduledAt: hour(23), references: ["<a@peer.test>"] });
  });

  it("is refused with 404 for another account's message, with 400 when nobody is named, with 402 when the wallet is empty", async () => {
    const world = await aWorld((mailbox) => [aMessage(mailbox, { from: { name: "", email: "" }, to: [] })]);
    const id = world.received[0]?.id ?? "";
    const poor = { ...world.ports, acceptedSends: { accept: async () => ({ count: 0 }) } };

    await expect(replyToMessage(world.ports, { userId: ids.objectId(), id: id }, request(), asIs)).rejects.toMatchObject({
      reason: "notFound",
    });
    await expect(replyToMessage(world.ports, { userId, id }, request(), asIs)).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "to" }],
    });
    await expect(replyToMessage(poor, { userId, id }, request({ to: { name: "", email: "x@peer.test" } }), asIs)).rejects.toMatchObject({
      reason: "walletEmpty",
    });
  });
});

describe("a reply to a thread", () => {
  it("answers the latest message that its recipient knows, the sender of the latest inbound one", async () => {
    const world = await aWorld(
      (mailbox) => [aMessage(mailbox)],
      (mailbox) => [aSend(mailbox, { sentAt: hour(10), toEmail: "other@peer.test", threadId })],
    );

    const send = await replyToThread(world.ports, { userId, id: threadId }, request(), asIs);

    expect(send).toMatchObject({ toEmail: "jane@peer.test", inReplyTo: "<a@peer.test>" });
    expect(send.waitsFor).toBeUndefined();
  });

  it("answers no scheduled message while there is another, and else waits for it", async () => {
    const scheduled = (mailbox: Mailbox) => aSend(mailbox, { status: "scheduled", createdAt: hour(12), scheduledAt: hour(23), threadId });
    const world = await aWorld(
      (mailbox) => [aMessage(mailbox)],
      (mailbox) => [scheduled(mailbox)],
    );
    const alone = await aWorld(
      () => [],
      (mailbox) => [scheduled(mailbox)],
    );

    const send = await replyToThread(world.ports, { userId, id: threadId }, request(), asIs);
    const waiting = await replyToThread(alone.ports, { userId, id: threadId }, request(), asIs);

    expect(send).toMatchObject({ inReplyTo: "<a@peer.test>" });
    expect(send.waitsFor).toBeUndefined();
    expect(waiting.waitsFor).toBe(alone.sent[0]?.id);
    // It may have ended between being read and that.
    expect([world.asked, alone.asked]).toEqual([[], [alone.sent[0]?.id]]);
  });

  it("goes to the counterparty when nothing was received, and waits for what is not sent yet", async () => {
    const world = await aWorld(
      () => [],
      (mailbox) => [
        aSend(mailbox, { status: "queued", toEmail: "kim@peer.test", threadId }),
        aSend(mailbox, { status: "failed", createdAt: hour(12), sentAt: hour(12), threadId }),
      ],
    );

    expect(await replyToThread(world.ports, { userId, id: threadId }, request(), asIs)).toMatchObject({
      toEmail: "kim@peer.test",
      inReplyTo: world.sent[0]?.messageId,
      waitsFor: world.sent[0]?.id,
    });
  });

  it("goes to a person: never to a bounce or an unverified sender, to an automatic answer only when nobody else wrote", async () => {
    const from = (email: string) => ({ from: { name: "", email: `${email}@peer.test` }, counterparts: [`${email}@peer.test`] });
    const automatic = (mailbox: Mailbox) => aMessage(mailbox, { ...from("away"), kind: "auto_reply", receivedAt: hour(10) });
    const others = (mailbox: Mailbox) => [
      automatic(mailbox),
      aMessage(mailbox, { ...from("mailer-daemon"), kind: "bounce", receivedAt: hour(11) }),
      aMessage(mailbox, { ...from("mallory"), newcomer: true, receivedAt: hour(12) }),
    ];
    const worlds = await Promise.all([
      aWorld((mailbox) => [aMessage(mailbox), ...others(mailbox)]),
      aWorld(others),
      aWorld(
        (mailbox) => others(mailbox).slice(1),
        (mailbox) => [aSend(mailbox, { sentAt: hour(8), toEmail: "kim@peer.test", threadId })],
      ),
    ]);

    const sends = await Promise.all(worlds.map(({ ports }) => replyToThread(ports, { userId, id: threadId }, request(), asIs)));

    expect(sends.map(({ toEmail }) => toEmail)).toEqual(["jane@peer.test", "away@peer.test", "kim@peer.test"]);
    const nobody = await aWorld((mailbox) => others(mailbox).slice(1));
    await expect(replyToThread(nobody.ports, { userId, id: threadId }, request(), asIs)).rejects.toMatchObject({
      details: [{ field: "to" }],
    });
  });

  it("never goes to an alias of the mailbox, whatever its tag", async () => {
    const world = await aWorld((mailbox) => [
      aMessage(mailbox, { from: { name: "", email: "Sales+x@example.com" }, to: [{ name: "", email: "jane@peer.test" }] }),
    ]);
    await world.ports.mailboxes.update(userId, world.mailbox.id, { aliases: ["sales@example.com"] });

    expect(await replyToThread(world.ports, { userId, id: threadId }, request(), asIs)).toMatchObject({ toEmail: "jane@peer.test" });
  });

  it("is refused with 404 for an unknown thread and 409 for one without messages", async () => {
    const world = await aWorld(() => []);

    await expect(replyToThread(world.ports, { userId, id: ids.objectId() }, request(), asIs)).rejects.toMatchObject({ reason: "notFound" });
    await expect(replyToThread(world.ports, { userId, id: threadId }, request(), asIs)).rejects.toMatchObject({
      reason: "conflict",
    });
  });
});

describe("a follow-up", () => {
  const followed = async (status: "scheduled" | "sent", endFollowUps?: Sends["endFollowUps"]) => {
    const world = await aWorld(
      () => [],
      (mailbox) => [aSend(mailbox, { status, threadId })],
    );
    const { sends, threads } = world.ports;
    const ports = {
      ...world.ports,
      sends: { ...sends, find: async () => world.sent[0]!, ...(endFollowUps && { endFollowUps }) },
      threads: { ...threads, ofSend: async () => threadId },
    };
    const { id } = await acceptFollowUp(ports, { userId, id: world.sent[0]!.id }, request(), asIs);
    return { ...world, ids: world.accepted.map(({ send }) => send.id), id };
  };

  it("ends with an original that ended while it was accepted; one that was sent is not asked for", async () => {
    const [waits, leaves] = [await followed("scheduled"), await followed("sent")];

    expect([waits.asked, leaves.asked]).toEqual([[waits.sent[0]!.id], []]);
  });

  it("quotes to its recipient what is his, and what others wrote only where the client chooses so", async () => {
    const kim = { name: "Kim", email: "kim@else.test" };
    const world = await aWorld(
      (mailbox) => [
        aMessage(mailbox, { from: kim, messageId: "<k@else.test>", replyText: "Kim's price", receivedAt: hour(9) }),
        aMessage(mailbox, { messageId: "<j@peer.test>", replyText: "Jane's order", receivedAt: hour(10) }),
      ],
      (mailbox) => [
        aSend(mailbox, { sentAt: hour(11), createdAt: hour(11), threadId, inReplyTo: "<j@peer.test>", references: ["<j@peer.test>"] }),
      ],
    );
    const ports = {
      ...world.ports,
      sends: { ...world.ports.sends, find: async () => world.sent[0]! },
      threads: { ...world.ports.threads, ofSend: async () => threadId },
    };
    const followUp = async (facts = {}) => {
      await acceptFollowUp(ports, { userId, id: world.sent[0]!.id }, request(facts), asIs);
      return world.accepted.at(-1)?.body.text ?? "";
    };

    const byDefault = await followUp();
    expect(byDefault).toContain(`Sent ${world.sent[0]?.id}`);
    expect(byDefault).toContain("Jane's order");
    expect(byDefault).not.toContain("Kim's price");
    expect(await followUp({ quoteHistory: true })).toContain("Kim's price");
    expect(await followUp({ to: kim })).toContain("Kim's price");
    expect(await followUp({ quoteHistory: false })).not.toContain("Jane's order");
  });

  it("is answered though that cannot be looked at: it is accepted", async () => {
    const { ids, id } = await followed("scheduled", () => Promise.reject(new Error("no primary")));

    expect(ids).toEqual([id]);
  });
});
