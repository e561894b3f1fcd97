import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forwardMessage, forwardThread } from "#shared/threads/forward.ts";
import { replyToMessage, replyToThread, otherRecipients } from "#shared/threads/reply.ts";
import type { MailReader, MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMessage, aWorld, forward, hour, request, threadId, userId } from "#test/support/conversation-world.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { asIs } from "#test/support/sending-rig.ts";

const person = (email: string, name = "") => ({ name, email });

describe("a reply to all", () => {
  const toMany = (mailbox: Mailbox) =>
    aMessage(mailbox, {
      to: [person(mailbox.email), person("Kim@peer.test", "Kim"), person("me+sales@example.com")],
      cc: [person("kim@peer.test"), person("zoe@peer.test", "Zoe"), person("jane@peer.test"), person("no address"), person("")],
    });

  it("copies the others, each once, without the mailbox and without whom it goes to", async () => {
    const world = await aWorld((mailbox) => [toMany(mailbox)]);
    const id = world.received[0]!.id;

    const one = await replyToMessage(world.ports, { userId, id }, request(), asIs);
    const all = await replyToMessage(world.ports, { userId, id }, request({ replyAll: true, cc: [person("boss@peer.test")] }), asIs);
    const thread = await replyToThread(world.ports, { userId, id: threadId }, request({ replyAll: true }), asIs);

    expect([one.toEmail, one.cc]).toEqual(["jane@peer.test", undefined]);
    expect([all.toEmail, all.cc]).toEqual([
      "jane@peer.test",
      [person("boss@peer.test"), person("Kim@peer.test", "Kim"), person("zoe@peer.test", "Zoe")],
    ]);
    expect([thread.toEmail, thread.cc]).toEqual(["jane@peer.test", [person("Kim@peer.test", "Kim"), person("zoe@peer.test", "Zoe")]]);
  });

  it("goes to Reply-To, and to whom the client names before it", async () => {
    const world = await aWorld((mailbox) => [{ ...toMany(mailbox), replyTo: "zoe@peer.test" }]);
    const id = world.received[0]!.id;

    const all = await replyToMessage(world.ports, { userId, id }, request({ replyAll: true }), asIs);
    const named = await replyToMessage(world.ports, { userId, id }, request({ replyAll: true, to: person("kim@peer.test") }), asIs);

    expect([all.toEmail, all.cc?.map(({ email }) => email)]).toEqual(["zoe@peer.test", ["Kim@peer.test", "jane@peer.test"]]);
    expect([named.toEmail, named.cc?.map(({ email }) => email)]).toEqual(["kim@peer.test", ["zoe@peer.test", "jane@peer.test"]]);
  });

  it("in a thread without an answer goes to the copies of what was sent, never to its blind ones", async () => {
    const copies = { cc: [person("kim@peer.test")], bcc: [person("boss@peer.test")] };
    const world = await aWorld(
      () => [],
      (mailbox) => [aSend(mailbox, { sentAt: hour(8), threadId, ...copies })],
    );

    const all = await replyToThread(world.ports, { userId, id: threadId }, request({ replyAll: true }), asIs);

    expect([all.toEmail, all.cc, all.bcc]).toEqual(["jane@peer.test", copies.cc, undefined]);
  });

  it("is refused beyond 100 recipients", async () => {
    const crowd = Array.from({ length: 100 }, (_, i) => person(`p${i}@peer.test`));
    const world = await aWorld((mailbox) => [aMessage(mailbox, { cc: crowd })]);
    const id = world.received[0]!.id;

    await expect(replyToMessage(world.ports, { userId, id }, request({ replyAll: true }), asIs)).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "replyAll" }],
    });
  });

  it("never names the mailbox, nobody twice, and nobody who was not named", () => {
    const address = fc.constantFrom(
      "me@example.com",
      "ME+x@Example.com",
      "a@peer.test",
      "A@peer.test",
      "b@PEER.test",
      "x",
      "",
      "c@peer.test",
    );
    const people = fc.array(fc.record({ name: fc.constantFrom("", "N", "a\r\nBcc: x"), email: address }), { maxLength: 8 });
    fc.assert(
      fc.property(people, people, address, (to, cc, first) => {
        const others = otherRecipients({ to, cc }, { email: "me@example.com" }, first);

        const emails = others.map(({ email }) => email.toLowerCase());
        expect(new Set([...emails, first.toLowerCase()]).size).toBe(emails.length + 1);
        expect(emails.every((email) => /^[abc]@peer\.test$/.test(email))).toBe(true);
        expect(others.every(({ name }) => !name.includes("\n"))).toBe(true);
      }),
    );
  });
});

describe("a forward with the original's attachments", () => {
  const descriptor = (facts: object = {}) => ({
    index: 0,
    part: "2",
    filename: "plan.pdf",
    contentType: "application/pdf",
    size: 4,
    isInline: false,
    contentId: "",
    ...facts,
  });
  /** A server that has the parts of every message; undefined is a message that has gone. */
  const server = (parts: Readonly<Record<string, Buffer | undefined>>): MailReader & { logins: number } => {
    const session = {
      open: async () => ({ uidValidity: "1", uidNext: 9 }),
      facts: async () => [{ uid: 1, size: 1, receivedAt: hour(9), seen: false, own: false }],
      part: async (_: number, part: string) => parts[part] && { encoding: "", content: parts[part], complete: true },
      close: () => undefined,
    } as Partial<MailSession> as MailSession;
    const reader = {
      logins: 0,
      open: async () => {
        reader.logins += 1;
        return session;
      },
    };
    return reader;
  };
  const account = { host: "h", port: 993, username: "u", credential: { password: "p" } };
  const worldOf = async (attachments: readonly ReturnType<typeof descriptor>[], mailReader: MailReader) => {
    const world = await aWorld((mailbox) => [aMessage(mailbox, { attachments })]);
    const mailAccounts = { imap: async () => account, renew: async () => false };
    return { ...world, ports: { ...world.ports, mailAccounts, mailReader }, id: world.received[0]!.id };
  };

  it("fetches them over one connection, and attaches what a header may not hold under a name that it may", async () => {
    const reader = server({ "2": Buffer.from("%PDF"), "3": Buffer.from("mail") });
    const foreign = descriptor({
      part: "3",
      filename: "a\r\nb\u2028.eml",
      contentType: "message/rfc822",
      contentId: "x@y",
      isInline: true,
    });
    const { ports, id, accepted } = await worldOf([descriptor(), foreign], reader);
    const given = { name: "mine.txt", type: "text/plain", content: Buffer.from("mine") };

    const send = await forwardMessage(ports, { userId, id }, forward({ includeAttachments: true, attachments: [given] }), asIs);

    expect(send.attachments).toEqual([
      { name: "mine.txt", type: "text/plain", size: 4 },
      { name: "plan.pdf", type: "application/pdf", size: 4 },
      { name: "a b .eml", type: "application/octet-stream", size: 4 },
    ]);
    expect(accepted[0]?.contents?.map(String)).toEqual(["mine", "%PDF", "mail"]);
    expect(reader.logins).toBe(1);
  });

  it("fetches nothing unless it is asked to", async () => {
    const { ports, id } = await worldOf([descriptor()], server({}));

    expect((await forwardMessage(ports, { userId, id }, forward(), asIs)).attachments).toBeUndefined();
  });

  it("of a thread takes those of all its messages, also what was sent", async () => {
    const world = await aWorld(
      (mailbox) => [aMessage(mailbox, { attachments: [descriptor()] })],
      (mailbox) => [aSend(mailbox, { sentAt: hour(8), threadId, attachments: [{ name: "offer.pdf", type: "application/pdf", size: 5 }] })],
    );
    const mailAccounts = { imap: async () => account, renew: async () => false };
    const sends = { ...world.ports.sends, contents: async () => [Buffer.from("offer")] };
    const ports = { ...world.ports, mailAccounts, sends, mailReader: server({ "2": Buffer.from("%PDF") }) };

    const send = await forwardThread(ports, { userId, id: threadId }, forward({ includeAttachments: true }), asIs);

    expect(send.attachments?.map(({ name, size }) => [name, size])).toEqual([
      ["offer.pdf", 5],
      ["plan.pdf", 4],
    ]);
  });

  it.each([
    ["too large by what is listed", [descriptor({ size: 3_100_000 })], Buffer.from("x"), 0],
    ["too large when it comes", [descriptor()], Buffer.alloc(3_000_001), 1],
    ["too many", Array.from({ length: 21 }, () => descriptor()), Buffer.from("x"), 0],
  ])("is 400 that names include_attachments: %s", async (_, attachments, content, logins) => {
    const reader = server({ "2": content });
    const { ports, id, accepted } = await worldOf(attachments, reader);

    await expect(forwardMessage(ports, { userId, id }, forward({ includeAttachments: true }), asIs)).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "includeAttachments" }],
    });
    expect([accepted.length, reader.logins]).toEqual([0, logins]);
  });

  it("takes 3 MB to the byte, and is refused as GET is when the message has gone or the server cannot be reached", async () => {
    const whole = await worldOf([descriptor({ size: 3_000_002 })], server({ "2": Buffer.alloc(3_000_000) }));
    expect(await forwardMessage(whole.ports, { userId, id: whole.id }, forward({ includeAttachments: true }), asIs)).toBeDefined();

    const gone = await worldOf([descriptor()], server({}));
    const asked = (world: typeof gone) =>
      forwardMessage(world.ports, { userId, id: world.id }, forward({ includeAttachments: true }), asIs);
    await expect(asked(gone)).rejects.toMatchObject({ reason: "gone" });
    const down = await worldOf([descriptor()], {
      open: async () => {
        throw new Error("ECONNREFUSED");
      },
    });
    await expect(asked(down)).rejects.toMatchObject({ reason: "connectionFailed" });
    expect([...gone.accepted, ...down.accepted]).toEqual([]);
  });
});
