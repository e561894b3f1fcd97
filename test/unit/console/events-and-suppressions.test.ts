// oxlint-disable-next-line import/no-unassigned-import -- it runs before the modules that need it
import "./in-browser.ts";
import { expect, it } from "vitest";
import type { Event } from "#shared/client/index.ts";
import { aboutOf, hrefOf, toneOf } from "#shared/console/screens/events/about.ts";
import { automaticWords, splitNames } from "#shared/console/screens/suppressions/index.tsx";

const event = (type: Event["type"], data: object): Event => ({ id: "e1", type, sequence: 1, created_at: "", data }) as Event;

it("splits pasted names into addresses and domains, however they are separated", () => {
  expect(splitNames("jane@example.com\nexample.org, @example.net;;\t ")).toEqual({
    emails: ["jane@example.com"],
    domains: ["example.org", "example.net"],
  });
  expect(splitNames("  ")).toEqual({ emails: [], domains: [] });
});

it("tells what an event is about, and where its record shows", () => {
  const shown = [
    event("send.bounced", { id: "s1", to_email: "bob@example.com", subject: "Hello" }),
    event("message.received", { id: "m1", thread_id: "t1", from: { email: "bob@example.com" }, subject: "" }),
    event("message.received", { id: "m1", thread_id: "", from: { email: "bob@example.com" } }),
    event("mailbox.error", { id: "b1", email: "sales@example.com" }),
    event("wallet.low", { balance: 0 }),
    event("suppression.added", { id: "p1", email: "", domain: "example.org" }),
    event("webhook.disabled", { id: "w1", url: "https://example.com/hook" }),
    event("connect_link.completed", { id: "l1", email: "jane@example.com", mailbox_id: "b2" }),
    event("connect_link.failed", { id: "l1", email: "jane@example.com" }),
    event("later.version" as "wallet.low", { id: "x1" }),
  ].map((one) => [aboutOf(one), hrefOf(one), toneOf(one.type)]);

  expect(shown).toEqual([
    ["bob@example.com: Hello", "/console/sends/s1", "bad"],
    ["bob@example.com", "/console/inbox/t1", "info"],
    ["bob@example.com", undefined, "info"],
    ["sales@example.com", "/console/mailboxes/b1", "bad"],
    ["0 credits left", "/console/settings", "warn"],
    ["example.org", "/console/suppressions", "warn"],
    ["https://example.com/hook", "/console/webhooks/w1", "bad"],
    ["jane@example.com", "/console/mailboxes/b2", "good"],
    ["jane@example.com", "/console/connect-links", "warn"],
    ["x1", undefined, "info"],
  ]);
});

it("the screen says who is added automatically by the settings of this account, and who is not", () => {
  const words = (suppress_bounced: boolean, suppress_complained: boolean) =>
    automaticWords({ suppress_bounced, suppress_complained } as Parameters<typeof automaticWords>[0]);

  expect(words(false, true)).toBe(
    "Added automatically: who unsubscribes and who marks mail as spam. Not added, because the account’s settings say so: whose address bounces.",
  );
  expect(words(true, true)).toBe("Added automatically: who unsubscribes, who marks mail as spam and whose address bounces for good.");
  expect(words(false, false)).toContain("Added automatically: who unsubscribes. Not added");
});
