import { expect, it } from "vitest";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { stopWatch } from "#shared/sending/deliver/stop-watch.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail } from "#test/support/sending-rig.ts";

const clock = { now: () => new Date("2026-11-24T09:00:00Z") };
const named = (email: string) => ({ name: "", email });
const mailbox = aMailbox();
const aSend = (facts: Partial<Send>) => ({ ...draftSend({ ids, clock }, { mailbox }, anEmail()).send, toEmail: "jane@ext.test", ...facts });

/** A claimed email's watch, over an account whose suppressions the test adds to, and each of which is a stop. */
const watching = async (send: Send, reason = "manual") => {
  const suppressed = new Set<string>();
  const ports = {
    clock,
    deliveries: { stopVersion: async () => suppressed.size, held: async () => new Set([send.id]) },
    mailboxes: { findForJob: async () => mailbox },
    suppressions: {
      among: async (_: string, emails: readonly string[]) =>
        new Map(emails.filter((one) => suppressed.has(one)).map((one) => [one, reason])),
    },
  };
  const watch = stopWatch(ports as never, mailbox);
  await watch.begin({ token: "t", drafts: [{ send }] as never });
  return { check: () => watch.check(send), suppress: (email: string) => suppressed.add(email) };
};

const givenBack = { kind: "waits", afterMs: 0 };

it.each([
  ["whom it is to cancels it", {}, "jane@ext.test", { kind: "cancelled", reason: "suppressed" }],
  ["who gets a copy gives it back", { cc: [named("kim@ext.test")] }, "kim@ext.test", givenBack],
  ["who gets a blind copy gives it back", { bcc: [named("kim@ext.test")] }, "kim@ext.test", givenBack],
  [
    "who is one of several gives it back",
    { cc: [named("a@ext.test"), named("kim@ext.test")], bcc: [named("b@ext.test")] },
    "kim@ext.test",
    givenBack,
  ],
  [
    "whose copy was dropped before lets it leave",
    { cc: [named("kim@ext.test")], refused: [{ email: "kim@ext.test", reply: "suppressed before the email left" }] },
    "kim@ext.test",
    { kind: "ready" },
  ],
  ["who gets nothing of it lets it leave", { cc: [named("kim@ext.test")] }, "else@ext.test", { kind: "ready" }],
] as const)("the suppression, after the claim, of one %s", async (_, facts, email, leave) => {
  const { check, suppress } = await watching(aSend(facts));
  expect(await check()).toEqual({ kind: "ready" });

  suppress(email);

  expect(await check()).toEqual(leave);
});

it("cancels an email to somebody whose answer asked to stop for that reason", async () => {
  const { check, suppress } = await watching(aSend({}), "asked");
  suppress("jane@ext.test");

  expect(await check()).toEqual({ kind: "cancelled", reason: "asked" });
});
