import { expect, it } from "vitest";
import { afterParent, draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Send } from "#shared/sending/send.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail } from "#test/support/sending-rig.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const mailbox = aMailbox({ email: "Sales@sub.example.com", displayName: "Sam" });
const ports = { clock: { now: () => NOW }, ids: { objectId: () => "the id", random: (bytes: number) => "r".repeat(bytes) } };
const draft = (email: Partial<PlacedEmail>, ipId?: string) => draftSend(ports, { mailbox, ipId }, anEmail(email));

/** What an email has that says nothing special. */
const plain = {
  id: "the id",
  userId: mailbox.userId,
  mailboxId: mailbox.id,
  fromEmail: "Sales@sub.example.com",
  fromName: "Sam",
  toEmail: "jane@example.net",
  subject: "Hello",
  headers: {},
  status: "queued",
  attempts: 0,
  maxAttempts: 12,
  lastError: "",
  messageId: "<the id.rrrrrrrrrrrrrrrr@sub.example.com>",
  trackingKey: "rrrrrrrrrrrrrrrr",
  references: [],
  kind: "",
  createdAt: NOW,
  dueAt: NOW,
};

it("an email that says nothing special has these fields and no others", () => {
  const empty = { cc: [], bcc: [], attachments: [] };

  expect(draft({})).toStrictEqual({
    send: plain,
    unsubscribe: undefined,
    contactTenant: "",
    body: { html: "", text: "Shall we talk on Tuesday?" },
  });
  expect(draft(empty).send).toStrictEqual(plain);
  expect(draft(empty)).not.toHaveProperty("contents");
  expect(draft({ bodyHtml: "<p>Hi</p>", bodyText: "" }).body).toEqual({ html: "<p>Hi</p>", text: "Hi" });
});

const content = Buffer.from("octets");
const metadata = { campaign: "spring" };
it.each<[string, Partial<PlacedEmail>, object]>([
  [
    "names",
    { fromName: "", to: { name: "Jane", email: "jane@example.net" }, replyTo: { name: "A", email: "a@b.test" } },
    { fromName: "", toName: "Jane", replyTo: "a@b.test", replyToName: "A" },
  ],
  ["an address without a name for answers", { replyTo: { name: "", email: "a@b.test" } }, { replyTo: "a@b.test" }],
  ["one copy", { cc: [{ name: "", email: "c@b.test" }] }, { cc: [{ name: "", email: "c@b.test" }] }],
  ["one blind copy", { bcc: [{ name: "B", email: "d@b.test" }] }, { bcc: [{ name: "B", email: "d@b.test" }] }],
  ["one file", { attachments: [{ name: "a", type: "a/b", content }] }, { attachments: [{ name: "a", type: "a/b", size: 6 }] }],
  [
    "a picture in it",
    { attachments: [{ name: "a", type: "a/b", contentId: "c", content }] },
    { attachments: [{ name: "a", type: "a/b", size: 6, contentId: "c" }] },
  ],
  ["a body of 100,000 bytes", { bodyHtml: "é".repeat(25_000), bodyText: "y".repeat(50_000) }, {}],
  ["a larger body", { bodyHtml: "é".repeat(25_000), bodyText: "y".repeat(50_001) }, { bodyBytes: 100_001 }],
  ["a time to come", { scheduledAt: inHours(1) }, { status: "scheduled", scheduledAt: inHours(1), dueAt: inHours(1) }],
  ["the present as its time", { scheduledAt: NOW }, {}],
  [
    "a time on the wall",
    { sendAt: { local: "2026-11-22T10:00", timezone: "Europe/Berlin" } },
    { sendAt: { local: "2026-11-22T10:00", timezone: "Europe/Berlin" }, status: "scheduled", scheduledAt: inHours(1), dueAt: inHours(1) },
  ],
  ["an end", { sendBefore: inHours(2) }, { sendBefore: inHours(2) }],
  ["an original", { waitsFor: "w" }, { waitsFor: "w" }],
  ["an original to come", { waitsFor: "w", parentDueAt: inHours(2) }, { waitsFor: "w", dueAt: inHours(2) }],
  ["an original that is due", { waitsFor: "w", parentDueAt: inHours(-2) }, { waitsFor: "w" }],
  [
    "a time after its original",
    { waitsFor: "w", scheduledAfter: "PT2H", parentSentAt: inHours(3) },
    { waitsFor: "w", scheduledAfter: "PT2H", status: "scheduled", scheduledAt: inHours(5), dueAt: inHours(5) },
  ],
  ["answers that stop it", { cancelOn: ["reply", "reply"] as never }, { cancelOn: ["reply"], answersSince: NOW }],
  [
    "answers since a time that stop it, or it leaves",
    { cancelOn: ["reply"] as never, cancelOnUnknown: "send", answersSince: inHours(-9) },
    { cancelOn: ["reply"], answersSince: inHours(-9), cancelOnUnknown: "send" },
  ],
  ["nothing that stops it", { cancelOnUnknown: "send" }, {}],
  [
    "a conversation",
    { threadId: "t", inReplyTo: "<a>", references: ["<a>"], kind: "reply" },
    { threadId: "t", inReplyTo: "<a>", references: ["<a>"], kind: "reply", goesFirst: true },
  ],
  ["an original that it answers", { kind: "reply", waitsFor: "w" }, { kind: "reply", waitsFor: "w" }],
  ["metadata", { metadata }, { metadata }],
  ["tags", { tags: ["vip"] }, { tags: ["vip"] }],
])("an email with %s has that besides", (_, email, besides) => {
  expect(draft(email).send).toStrictEqual({ ...plain, ...besides });
});

it("an email carries its files' octets, its window, its link and its address besides", () => {
  const window = { days: ["sun"] as const, from: "00:00", to: "24:00", timezone: "UTC" };

  expect(draft({ attachments: [{ name: "a", type: "a/b", content }] }).contents).toEqual([content]);
  expect(draft({ window }).send).toStrictEqual({ ...plain, window });
  expect(draft({ unsubscribe: true }).unsubscribe).toBe(true);
  expect(draft({}, "an ip").send).toStrictEqual({ ...plain, ipId: "an ip" });
});

it.each([
  ["queued", { waitsFor: "w", parentDueAt: inHours(2) }],
  ["scheduled", { waitsFor: "w", parentDueAt: inHours(2) }],
  // It is due when its worker's lease ends: that says nothing.
  ["processing", { waitsFor: "w", parentDueAt: undefined }],
  ["sent", {}],
] as const)("an email after one that is %s waits for it, until that is due", (status, waits) => {
  expect(afterParent({ ...plain, id: "w", status, dueAt: inHours(2) } as Send)).toStrictEqual(waits);
});

it("an email after no other waits for none", () => {
  expect(afterParent(undefined)).toStrictEqual({});
});

it.each<[string, Partial<PlacedEmail>, string | undefined]>([
  ["a first email", {}, "acme"],
  ["a first email with a conversation of its own", { threadId: "t" }, "acme"],
  ["an answer", { kind: "reply", inReplyTo: "<a@b.test>" }, undefined],
  ["a forward", { kind: "forward" }, undefined],
  ["a follow-up", { waitsFor: "w" }, undefined],
  ["a follow-up of what is sent", { inReplyTo: "<a@b.test>" }, undefined],
  ["one that is forced", { force: true }, undefined],
])("the limit of contacts judges %s by its mailbox's tenant, or not", (_, fields, tenant) => {
  expect(draftSend(ports, { mailbox: { ...mailbox, tenant: "acme" } }, anEmail(fields)).contactTenant).toBe(tenant);
});
