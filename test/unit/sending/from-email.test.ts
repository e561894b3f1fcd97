import { describe, expect, it } from "vitest";
import { email } from "#shared/sending/contract/send-email.ts";
import { acceptBatch, type BatchElement } from "#shared/sending/accept/accept-batch.ts";
import { acceptSend } from "#shared/sending/accept/accept.ts";
import { findOrigins } from "#shared/sending/accept/draft.ts";
import { followingElement } from "#shared/threads/follow-up.ts";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { request } from "#test/support/conversation-world.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { allAsIs, anEmail, asIs, recordingWakeUps } from "#test/support/sending-rig.ts";

describe("from_email", () => {
  const world = async () => {
    const mailboxes = memoryMailboxes();
    const mailbox = aMailbox({ email: "me@example.com", aliases: ["Help@example.com"] });
    await mailboxes.insert(mailbox, {});
    const ports = { ...memorySending(), mailboxes, ips: { list: async () => [] }, wakeUps: recordingWakeUps(), clock, ids, sanitize };
    return { ports, userId: mailbox.userId, asked: { ...anEmail(), mailboxId: mailbox.id } };
  };
  const details = [{ field: "fromEmail", message: "must be the mailbox's address or one of its aliases" }];

  it.each([
    [undefined, "me@example.com"],
    ["ME@example.com", "me@example.com"],
    ["help@example.com", "Help@example.com"],
  ])("%s: an email comes from %s, in the mailbox's own spelling", async (fromEmail, from) => {
    const { ports, userId, asked } = await world();

    expect((await acceptSend(ports, userId, { ...asked, fromEmail }, asIs)).fromEmail).toBe(from);
  });

  it.each(["boss@example.com", "help+x@example.com", "Help@example.com.test"])("of nobody else's: %s", async (fromEmail) => {
    const { ports, userId, asked } = await world();

    await expect(acceptSend(ports, userId, { ...asked, fromEmail }, asIs)).rejects.toMatchObject({ reason: "invalid", details });
    expect(ports.ledger).toEqual([]);
  });

  it("is judged by element in a batch, and a follow-up has its original's", async () => {
    const { ports, userId, asked } = await world();
    const after = (follows: number, more = {}) => followingElement(ports, { ...request(), follows, ...more });
    const elements: readonly BatchElement[] = [
      { ...asked, fromEmail: "help@example.com" },
      { ...asked, fromEmail: "boss@example.com" },
      after(0),
      after(0, { fromEmail: "me@example.com" }),
      after(0, { fromEmail: "boss@example.com" }),
    ];

    const results = await acceptBatch(ports, userId, elements, allAsIs);

    const refused = { reason: "invalid", details };
    expect(results.map((result) => ("send" in result ? result.send.fromEmail : result))).toEqual([
      "Help@example.com",
      refused,
      "Help@example.com",
      "me@example.com",
      refused,
    ]);
  });

  it("is one plain address in a request", () => {
    const fields = { mailbox_id: ids.objectId(), to: "jane@example.net", subject: "Hi", body_text: "Hi" };

    expect(email.parse({ ...fields, from_email: "help@EXAMPLE.com" })).toMatchObject({ from_email: "help@example.com" });
    expect(email.safeParse({ ...fields, from_email: "Help <help@example.com>" }).success).toBe(false);
    expect(email.safeParse({ ...fields, from_email: "a@example.com\r\nBcc: b@example.com" }).success).toBe(false);
  });
});

it("cancel_on is refused where the inbox is not read, and where it cannot be it says why", async () => {
  const api = { type: "google", transportUsed: "gmail_api", inboxSyncEnabled: false } as const;
  const [off, sendOnly] = [aMailbox({ id: "655f1c2e9b1e8a00123456a1", inboxSyncEnabled: false }), aMailbox({ ...api, access: "send" })];
  const ports = { mailboxes: { findMany: async () => [off, sendOnly] }, ips: { list: async () => [] }, clock: { now: () => new Date() } };
  const originOf = await findOrigins(ports, "u", [off.id, sendOnly.id]);
  const [read, unreadable] = [off, sendOnly].map(({ id }) => originOf({ mailboxId: id, cancelOn: ["reply"] }));

  expect(read).toMatchObject({ field: "cancelOn", refusal: { details: [{ message: expect.stringMatching(/answers$/) }] } });
  expect(unreadable).toMatchObject({
    field: "cancelOn",
    refusal: { details: [{ message: expect.stringContaining("sending alone") }] },
  });
});
