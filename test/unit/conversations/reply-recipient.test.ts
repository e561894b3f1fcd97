import { describe, expect, it } from "vitest";
import { replyToMessage, replyToThread } from "#shared/domain/conversations/reply.ts";
import type { Explanation, Message, ThreadRule } from "#shared/domain/inbox/message.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { aMessage, aWorld, hour, request, threadId, userId } from "#test/support/conversation-world.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { asIs } from "#test/support/sending-rig.ts";

const by = (threadRule: ThreadRule): { explanation: Explanation } => ({ explanation: { kindRule: "none", threadRule, evidence: "" } });
const redirected = { replyTo: "desk@else.test", receivedAt: hour(12), createdAt: hour(12) };
const offer = (mailbox: Mailbox) => [aSend(mailbox, { sentAt: hour(8), threadId })];
/** Whom answers to the last of these messages, and to their thread, go to. */
const answersGoTo = async (messages: readonly Partial<Message>[], sent = offer) => {
  const world = await aWorld((mailbox) => messages.map((facts) => aMessage(mailbox, facts)), sent);
  const id = world.received.at(-1)?.id ?? "";
  const toMessage = await replyToMessage(world.ports, { userId, id }, request(), asIs);
  const toThread = await replyToThread(world.ports, { userId, id: threadId }, request(), asIs);
  return [toMessage.toEmail, toThread.toEmail];
};

describe("an answer goes to the Reply-To", () => {
  it.each<[string, readonly Partial<Message>[], typeof offer | undefined]>([
    ["of the mail that began the conversation", [{ ...redirected, ...by("new") }], () => []],
    ["of one that was stored before its conversation was explained, and is the first", [redirected], () => []],
    ["of who names a send of ours", [{ ...redirected, ...by("send") }], undefined],
    ["of who quotes its id", [{ ...redirected, ...by("quote") }], undefined],
    ["that took part before", [{ counterparts: ["desk@else.test"] }, { ...redirected, ...by("links") }], undefined],
    [
      "that was written to before",
      [{ ...redirected, ...by("links") }],
      (mailbox) => [aSend(mailbox, { toEmail: "Desk@else.test", sentAt: hour(8), threadId })],
    ],
  ])("%s", async (_, messages, sent) => {
    expect(await answersGoTo(messages, sent)).toEqual(["desk@else.test", "desk@else.test"]);
  });
});

describe("an answer goes to the From address, for the Reply-To was no participant,", () => {
  it.each<[string, readonly Partial<Message>[]]>([
    ["of who knows a subject", [{ ...redirected, ...by("subject"), newcomer: true }]],
    ["of who knows a Message-ID", [{ ...redirected, ...by("links") }]],
    ["of one that was stored before its conversation was explained", [redirected]],
    ["of who failed DMARC", [{ ...redirected, ...by("send"), newcomer: true }]],
    [
      "of one that an unverified sender had in copy",
      [
        { newcomer: true, counterparts: ["desk@else.test"] },
        { ...redirected, ...by("links") },
      ],
    ],
  ])("%s", async (_, messages) => {
    expect(await answersGoTo(messages)).toEqual(["jane@peer.test", "jane@peer.test"]);
  });
});

it("an answer to a conversation that an unverified sender began goes to his From address, and to nobody who joined it as one", async () => {
  const began = { ...by("new"), newcomer: true, replyTo: "m@evil.test" };
  const joined = { ...by("newcomer"), newcomer: true, from: { name: "", email: "m@evil.test" }, receivedAt: hour(12) };

  expect((await answersGoTo([began, joined], () => []))[1]).toBe("jane@peer.test");
});
