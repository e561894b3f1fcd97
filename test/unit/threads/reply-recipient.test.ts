import { describe, expect, it } from "vitest";
import { replyToMessage, replyToThread } from "#shared/threads/reply.ts";
import type { Explanation, Message, ThreadRule } from "#shared/inbox/message.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
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

describe("an answer to a mail with several addresses in Reply-To", () => {
  /** To and Cc of the answer to the last of the messages. */
  const goesTo = async (messages: readonly Partial<Message>[], asked = {}) => {
    const world = await aWorld((mailbox) => messages.map((facts) => aMessage(mailbox, facts)));
    const id = world.received.at(-1)?.id ?? "";
    const answers = [
      await replyToMessage(world.ports, { userId, id }, { ...request(), ...asked }, asIs),
      await replyToThread(world.ports, { userId, id: threadId }, { ...request(), ...asked }, asIs),
    ];
    const [one, other] = answers.map(({ toEmail, cc = [] }) => [toEmail, ...cc.map(({ email }) => email)]);
    expect(other).toEqual(one);
    return one;
  };
  const both = { replyTo: "one@x.test", alsoReplyTo: ["two@x.test"], ...by("new") };

  it.each<[string, readonly Partial<Message>[], object, readonly string[]]>([
    ["goes to all of them (RFC 5322, 3.6.2)", [both], {}, ["one@x.test", "two@x.test"]],
    ["names each once", [{ ...both, alsoReplyTo: ["ONE@x.test", "two@x.test", "Two@x.test"] }], {}, ["one@x.test", "two@x.test"]],
    ["leaves the mailbox out", [{ ...both, alsoReplyTo: ["me+tag@example.com", "two@x.test"] }], {}, ["one@x.test", "two@x.test"]],
    ["passes over the mailbox in front", [{ ...both, replyTo: "me@example.com" }], {}, ["two@x.test"]],
    ["goes to whom its client names alone", [both], { to: { name: "", email: "c@x.test" } }, ["c@x.test"]],
    ["goes to one with a link to unsubscribe", [both], { unsubscribe: true }, ["one@x.test"]],
    [
      "goes to the other recipients too, if asked to",
      [{ ...both, cc: [{ name: "", email: "d@x.test" }] }],
      { replyAll: true },
      ["one@x.test", "two@x.test", "d@x.test"],
    ],
    ["goes to those alone who took part", [{ counterparts: ["two@x.test"] }, { ...both, ...by("links") }], {}, ["two@x.test"]],
    ["goes to the sender where none of them took part", [{ ...both, ...by("links") }], {}, ["jane@peer.test"]],
  ])("%s", async (_, messages, asked, expected) => {
    expect(await goesTo(messages, asked)).toEqual(expected);
  });
});

describe("an answer comes from", () => {
  const from = async (facts: Partial<Message>, asked = {}) => {
    const world = await aWorld((mailbox) => [aMessage(mailbox, { ...by("new"), ...facts })]);
    await world.ports.mailboxes.update(userId, world.mailbox.id, { aliases: ["Help@example.com", "team@other.test"] });
    const id = world.received[0]!.id;
    const message = await replyToMessage(world.ports, { userId, id }, { ...request(), ...asked }, asIs);
    const thread = await replyToThread(world.ports, { userId, id: threadId }, { ...request(), ...asked }, asIs);
    expect(thread.fromEmail).toBe(message.fromEmail);
    return message.fromEmail;
  };
  const to = (...emails: readonly string[]) => ({ to: emails.map((email) => ({ name: "", email })) });

  it.each<[string, Partial<Message>, object, string]>([
    ["the alias that was written to", to("jo@x.test", "help@EXAMPLE.com"), {}, "Help@example.com"],
    ["the alias in Cc", { ...to("jo@x.test"), cc: [{ name: "", email: "team@other.test" }] }, {}, "team@other.test"],
    ["the mailbox when that was written to", to("me@example.com", "help@example.com"), {}, "me@example.com"],
    ["the mailbox for a tagged address", to("help+spring@example.com"), {}, "me@example.com"],
    ["the mailbox for a blind copy", to("list@x.test"), {}, "me@example.com"],
    ["the one that its client chooses", to("help@example.com"), { fromEmail: "TEAM@other.test" }, "team@other.test"],
    ["the alias to a chosen recipient too", to("help@example.com"), { to: { name: "", email: "c@x.test" } }, "Help@example.com"],
  ])("%s", async (_, facts, asked, expected) => {
    expect(await from(facts, asked)).toBe(expected);
  });

  it("no address of somebody else", async () => {
    await expect(from({}, { fromEmail: "boss@example.com" })).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "fromEmail", message: "must be the mailbox's address or one of its aliases" }],
    });
  });
});
