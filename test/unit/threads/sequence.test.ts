import { describe, expect, it } from "vitest";
import { parseElement } from "#shared/sending/contract/batch.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { batchOut } from "#shared/sending/wire.ts";
import { elementsIn } from "#shared/threads/wire.ts";
import { following } from "#shared/threads/wiring/following.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingWakeUps, SENDER } from "#test/support/sending-rig.ts";

const aWorld = async ({ credits = 10, inboxSyncEnabled = true } = {}) => {
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({ inboxSyncEnabled });
  const other = aMailbox({ userId: mailbox.userId });
  await mailboxes.insert(mailbox, {});
  await mailboxes.insert(other, {});
  const memory = memorySending({ credits });
  const ports = { ...memory, mailboxes, ips: { list: async () => [] }, wakeUps: recordingWakeUps(), clock, ids };
  const first = { mailbox_id: mailbox.id, to: "jane@peer.test", subject: "Offer", body_text: "Shall we talk?" };
  const accept = async (...emails: readonly object[]) =>
    acceptBatch(ports, mailbox.userId, await elementsIn(emails.map(parseElement), async () => following), {
      by: SENDER,
      claim: undefined,
      answer: (results) => batchOut(emails, results, { scopes: ["send", "read"] }).results,
    });
  const read = async (id = "") => (await memory.sends.find(mailbox.userId, id))!;
  const textOf = async (id = "") => (await memory.sends.bodies(mailbox.userId, [id])).get(id)!.text;
  return { ...memory, mailbox, other, first, accept, read, textOf };
};

describe("a sequence in one batch", () => {
  it("passes metadata on to each reminder that names none of its own", async () => {
    const world = await aWorld();
    const metadata = { campaign: "spring" };

    const results = await world.accept(
      { ...world.first, metadata },
      { follows: 0, body_text: "Did you see it?" },
      { follows: 1, body_text: "The last one.", metadata: { campaign: "end" } },
      { follows: 1, body_text: "Without.", metadata: {} },
    );

    const sends = await Promise.all(results.map(({ id }) => world.read(id)));
    expect(sends.map((send) => send.metadata)).toEqual([metadata, metadata, { campaign: "end" }, {}]);
  });

  it("threads each email under the one that it follows, and lets it wait for that", async () => {
    const world = await aWorld();
    const bump = { follows: 0, body_text: "Did you see it?", cancel_on: ["reply"] };

    const results = await world.accept(world.first, bump, {
      follows: 1,
      body_text: "The last one.",
      subject: "Farewell",
      to: "boss@peer.test",
    });

    expect(results.map(({ status, to }) => [status, to])).toEqual([
      ["queued", "jane@peer.test"],
      ["queued", "jane@peer.test"],
      ["queued", "boss@peer.test"],
    ]);
    const [root, second, third] = await Promise.all(results.map(({ id }) => world.read(id)));
    expect(second).toMatchObject({
      mailboxId: world.mailbox.id,
      kind: "reply",
      subject: "Re: Offer",
      inReplyTo: root!.messageId,
      references: [root!.messageId],
      waitsFor: root!.id,
      threadId: root!.threadId,
      cancelOn: ["reply"],
      answersSince: root!.createdAt,
    });
    expect(third).toMatchObject({
      toEmail: "boss@peer.test",
      subject: "Farewell",
      inReplyTo: second!.messageId,
      references: [root!.messageId, second!.messageId],
      waitsFor: second!.id,
      threadId: root!.threadId,
    });
    expect(root!.threadId).toMatch(/^[0-9a-f]{24}$/);
    expect(root!.waitsFor).toBeUndefined();
    expect(world.balances.get(world.mailbox.userId)).toBe(7);
  });

  it("quotes the emails before it, unless told not to", async () => {
    const world = await aWorld();
    const bump = { follows: 0, body_text: "Did you see it?" };

    const [, , third, bare] = await world.accept(
      world.first,
      bump,
      { follows: 1, body_text: "The last one." },
      { follows: 1, body_text: "Bare.", quote_history: false },
    );

    const text = await world.textOf(third!.id);
    expect(text).toMatch(/^The last one\.\n\nOn .* wrote:\n> Did you see it\?\n>\s*\n> On .* wrote:\n> > Shall we talk\?/);
    expect(await world.textOf(bare!.id)).toBe("Bare.");
  });

  it("refuses an element that follows itself, a later one, none, one of another mailbox or a refused one", async () => {
    const world = await aWorld();
    const follow = (follows: unknown) => ({ follows, body_text: "Did you see it?" });

    const results = await world.accept(
      { ...world.first, to: "nobody" },
      follow(0),
      follow(1),
      follow(3),
      follow(9),
      follow(99),
      follow(-1),
      follow("0"),
      world.first,
      { ...follow(8), mailbox_id: world.other.id },
      { ...follow(8), mailbox_id: world.mailbox.id },
    );

    const earlier = "follows: must be the index of an earlier email of the batch";
    expect(results.map(({ status, error }) => [status, error])).toEqual([
      ["failed", expect.stringMatching(/^to: /)],
      ["failed", "follows: the email that it follows was refused"],
      ["failed", "follows: the email that it follows was refused"],
      ["failed", earlier],
      ["failed", earlier],
      ["failed", earlier],
      ["failed", expect.stringMatching(/^follows: /)],
      ["failed", expect.stringMatching(/^follows: /)],
      ["queued", ""],
      ["failed", "mailbox_id: must be the mailbox of the email that it follows"],
      ["queued", ""],
    ]);
    expect(results[1]!.type).toBe("invalid_fields");
    expect(world.balances.get(world.mailbox.userId)).toBe(8);
  });

  it("accepts no email without those that it follows when the wallet runs dry", async () => {
    const world = await aWorld({ credits: 1 });

    const results = await world.accept(
      world.first,
      { follows: 0, body_text: "Did you see it?" },
      { follows: 1, body_text: "The last one." },
    );

    expect(results.map(({ type }) => type)).toEqual([undefined, "wallet_empty", "wallet_empty"]);
  });

  it("takes cancel_on only where there is a conversation, and answers are seen", async () => {
    const [world, blind] = [await aWorld(), await aWorld({ inboxSyncEnabled: false })];
    const bump = { follows: 0, body_text: "Did you see it?", cancel_on: ["reply"] };

    const [first] = await world.accept({ ...world.first, cancel_on: ["reply"] });
    const [, second] = await blind.accept(blind.first, bump);

    expect(first).toMatchObject({ status: "failed", error: "cancel_on: is not a known field" });
    expect(second).toMatchObject({ status: "failed", error: expect.stringMatching(/^cancel_on: needs a mailbox with inbox sync/) });
  });

  it("refuses quotes that would make far more of a batch than its client sent", async () => {
    const world = await aWorld({ credits: 100 });
    const followers = Array.from({ length: 12 }, () => ({ follows: 0, body_text: "Did you see it?" }));

    const results = await world.accept({ ...world.first, body_text: "x".repeat(900_000) }, ...followers, {
      ...followers[0],
      quote_history: false,
    });

    const failed = results.filter(({ status }) => status === "failed");
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ error }) => error))).toEqual(new Set(["quote_history: the quotes of the batch are too long in total"]));
    expect(results.at(-1)).toMatchObject({ status: "queued" });
  });
});
