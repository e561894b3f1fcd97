import { expect, it } from "vitest";
import type { MessageFacts } from "#shared/inbox/ports/mail-session.ts";
import type { FolderRole } from "#shared/inbox/pull/sync-state.ts";
import { prepareMail } from "#shared/inbox/ingest/ingest.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const enabled = new Date("2026-11-20T08:00:00Z");
const mailbox = aMailbox({ id: "m", userId: "u", email: "me@sender.example", inboxEnabledAt: enabled });
const me = "Me <ME@sender.example>";
const jane = "Jane <Jane@customer.example>";

interface Given {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly role?: FolderRole;
  readonly facts?: Partial<MessageFacts>;
  readonly headersOnly?: true;
  readonly owner?: object;
  readonly since?: Date;
}
const prepare = ({ headers = {}, body = "Hello.", role = "inbox", facts = {}, headersOnly, owner = {}, since = new Date(0) }: Given) => {
  const raw = rawMail({ headers: { From: jane, To: me, ...headers }, body });
  const received = { uid: 7, size: raw.length, receivedAt: NOW, seen: false, own: false, ...facts };
  const ports = { clock: { now: () => NOW }, ids: { objectId: () => "id" } } as never;
  return prepareMail(
    ports,
    { ...mailbox, ...owner },
    { path: "P", role, uidValidity: "9", since },
    {
      facts: received,
      parsed: parseMessage(raw),
      ...(headersOnly && { headersOnly }),
    },
  );
};

it.each<[string, Given, "inbound" | "outbound" | "left out"]>([
  ["from another", {}, "inbound"],
  ["from another in Junk", { role: "junk" }, "inbound"],
  ["a draft", { facts: { draft: true } }, "left out"],
  ["to oneself", { headers: { From: me } }, "inbound"],
  ["to oneself in copy", { headers: { From: me, To: jane, Cc: me } }, "inbound"],
  ["to oneself, as it lies in Sent", { headers: { From: me }, role: "sent" }, "inbound"],
  ["to another, in Sent", { headers: { From: me, To: jane }, role: "sent" }, "outbound"],
  [
    "to another, in All Mail, with the label of sent mail",
    { headers: { From: me, To: jane }, role: "all", facts: { own: true } },
    "outbound",
  ],
  ["in the owner's name to another, in All Mail without that label", { headers: { From: me, To: jane }, role: "all" }, "inbound"],
  ["in the owner's name to another, in the inbox", { headers: { From: me, To: jane } }, "inbound"],
  ["in the owner's name, filed in a folder and never sent there", { headers: { From: me, To: jane }, role: "other" }, "outbound"],
  [
    "in the owner's name that travelled into a folder",
    { headers: { From: me, To: jane, Received: "by mx.test; Fri, 20 Nov 2026 10:00:00 +0000" }, role: "other" },
    "inbound",
  ],
  ["in the owner's name in Junk", { headers: { From: me, To: jane }, role: "junk" }, "inbound"],
  ["marked as sent by the owner", { headers: { To: jane }, facts: { own: true } }, "outbound"],
  ["by a form in the owner's name", { headers: { From: me, To: "list@x.test", "Reply-To": jane } }, "inbound"],
  ["in the owner's name, with the owner's reply address", { headers: { From: me, To: "list@x.test", "Reply-To": me } }, "inbound"],
])("a mail %s: %j is %s", (_, given, direction) => {
  const prepared = prepare(given);
  expect(prepared ? (prepared.message.direction ?? "inbound") : "left out").toBe(direction);
});

it("a mail's size is what its server told, a large one's too of which only parts are read, and absent where it told none", () => {
  expect(prepare({ facts: { size: 30_000_000 } })?.message.size).toBe(30_000_000);
  expect(prepare({ facts: { size: 0, unreported: ["size"] } })?.message).not.toHaveProperty("size");
});

it.each<[string, Given, boolean]>([
  ["seen before sync was on", { facts: { seen: true, receivedAt: new Date(enabled.getTime() - 1) } }, true],
  ["seen at the moment when sync was turned on", { facts: { seen: true, receivedAt: enabled } }, false],
  ["not seen before sync was on", { facts: { receivedAt: new Date(0) } }, false],
  [
    "seen in a mailbox that never had sync",
    { facts: { seen: true, receivedAt: new Date(0) }, owner: { inboxEnabledAt: undefined } },
    false,
  ],
  ["sent", { headers: { From: me, To: jane }, role: "sent" }, true],
])("a mail %s: read or unread", (_, given, isRead) => {
  expect(prepare(given)?.message.isRead).toBe(isRead);
});

it("is known by its whole, a headers-only message by its headers, and both by where they lie", () => {
  const [whole, headersOnly, other] = [prepare({}), prepare({ headersOnly: true }), prepare({ body: "Else." })];

  expect(whole?.message).toMatchObject({
    id: "id",
    userId: "u",
    mailboxId: "m",
    folder: "P",
    uidValidity: "9",
    uid: 7,
    receivedAt: NOW,
    createdAt: NOW,
  });
  expect([whole?.message.dedupeKey === other?.message.dedupeKey, whole?.headersKey === other?.headersKey]).toEqual([false, true]);
  expect([headersOnly?.message.dedupeKey, headersOnly?.headersKey]).toEqual([whole?.headersKey, whole?.headersKey]);
  expect(whole?.message).not.toHaveProperty("providerId");
  expect(prepare({ facts: { providerId: "p" } })?.message.providerId).toBe("p");
  expect([prepare({})?.fromJunk, prepare({ role: "junk" })?.fromJunk]).toEqual([false, true]);
});

it("names whom it is with: the others once each in small letters, and who wrote or shall be answered", () => {
  const cc = "kim@customer.example, JANE@customer.example, me@sender.example";
  const form = { From: me, To: "list@x.test", "Reply-To": `${me}, ${jane}` };

  expect(prepare({ headers: { Cc: cc } })?.message.counterparts).toEqual(["jane@customer.example", "kim@customer.example"]);
  expect(prepare({ headers: { "Reply-To": "first@x.test, second@x.test" } })?.message.replyTo).toBe("first@x.test");
  expect(prepare({})?.message.replyTo).toBe("");
  expect([prepare({})?.author, prepare({ headers: form })?.author]).toEqual(["jane@customer.example", "jane@customer.example"]);
  expect(prepare({ headers: { From: me } })?.author).toBeUndefined();
  expect(prepare({ headers: { From: me, To: jane }, role: "sent" })?.author).toBeUndefined();
});

it("carries its tracking header only as sent mail, and no notice then", () => {
  const headers = { "X-Sending-ID": "a.b" };
  const notice = {
    headers: { From: "Mail Delivery System <mailer-daemon@x.test>", Subject: "Undelivered Mail Returned to Sender", "Return-Path": "<>" },
    body: "<jane@customer.example>: 550 5.1.1 User unknown\n",
  };

  expect(prepare({ headers })?.tracking).toBe("");
  expect(prepare({ headers: { ...headers, From: me, To: jane }, role: "sent" })?.tracking).toBe("a.b");
  const reason = "550 5.1.1 User unknown";
  expect(prepare(notice)?.bounce).toMatchObject({ recipients: [{ email: "jane@customer.example", failed: true }], reason });
  expect(prepare({ ...notice, facts: { own: true }, headers: { ...notice.headers, To: jane } })?.bounce).toBeUndefined();
});

it("quotes ids like ours, five at most, whatever parent it names", () => {
  const ids = Array.from({ length: 7 }, (_, n) => `${String(n).repeat(24)}.${String(n).repeat(32)}@me.test`);
  const body = `${ids[0]} ${ids.join(" ")} ${"a".repeat(23)}.${"b".repeat(32)}@me.test`;

  expect(prepare({ body })?.quotedIds).toEqual(ids.slice(0, 5).map((id) => `<${id}>`));
  expect(prepare({ body, headers: { "In-Reply-To": "<x@y>" } })?.quotedIds).toHaveLength(5);
});

it("asks for the mail that it answers only up to 256 KB of text and HTML together", () => {
  const headers = { "In-Reply-To": "<x@y>", "MIME-Version": "1.0", "Content-Type": "multipart/alternative; boundary=b" };
  const part = (type: string, body: string) => `--b\nContent-Type: text/${type}\n\n${body}\n`;
  const text = "Yes.\n\nFrom: jane@example.com\nTo: max@example.com\n\nHello\n";
  const asks = (length: number) =>
    prepare({ headers, body: `${part("plain", text)}${part("html", `<p>Yes.</p>${"<br/>".repeat(length / 5)}`)}--b--\n` })?.asksForParent;

  expect([asks(255 * 1024), asks(257 * 1024)]).toEqual([true, undefined]);
});

it("is linked by its own id, those that it names and its provider's conversation", () => {
  const headers = { "Message-ID": "<own@x>", "In-Reply-To": "<b@x>", References: "<a@x> <b@x>" };

  expect(prepare({ headers })?.links).toEqual(expect.arrayContaining(["<own@x>", "<a@x>", "<b@x>"]));
  expect(prepare({ headers })?.links).not.toContain("thread");
  expect(prepare({ headers, facts: { providerThreadId: "thread" } })?.links.at(-1)).toBe("thread");
  expect(prepare({ headers })?.parentIds).toContain("<b@x>");
});

it("finds an own id in a text only where it begins a word and is whole", () => {
  const [first, second] = ["0123456789abcdef01234567", "0123456789abcdef0123456789abcdef"];
  const found = (body: string) => prepare({ body })?.quotedIds;

  for (const before of ["", "<", " ", "mid:", "."])
    expect(found(`${before}${first}.${second}@peer.test>`)).toEqual([`<${first}.${second}@peer.test>`]);
  for (const not of [
    `a${first}.${second}@x`,
    `x${first}.${second}@x`,
    `${first.slice(1)}.${second}@x`,
    `${first}.${second.slice(1)}@x`,
    `${first}.${second}`,
  ])
    expect(found(not)).toEqual([]);
});

it.each<[string, Given, boolean]>([
  ["dated before by its server and without a trace", { facts: { receivedAt: new Date(enabled.getTime() - 1_000) } }, true],
  [
    "dated before, that came before",
    { facts: { receivedAt: new Date(0) }, headers: { Received: "by mx; Thu, 19 Nov 2026 08:00:00 +0000" } },
    true,
  ],
  [
    "dated before, that came since",
    { facts: { receivedAt: new Date(0) }, headers: { Received: "by mx; Sat, 21 Nov 2026 08:00:00 +0000" } },
    false,
  ],
  ["dated before, whose trace has no time", { facts: { receivedAt: new Date(0) }, headers: { Received: "by mx" } }, false],
  ["dated since, whose trace is old", { headers: { Received: "by mx; Thu, 19 Nov 2026 08:00:00 +0000" } }, false],
  ["of the same second", { facts: { receivedAt: enabled } }, false],
  ["without a date", { facts: { receivedAt: new Date(0), unreported: ["date"] } }, false],
])("a mail %s: whether it is older than what is wanted is %j", (_, given, isTooOld) => {
  expect(prepare({ ...given, since: new Date(enabled.getTime() + 900) })?.isTooOld ?? false).toBe(isTooOld);
});

it("is late where an audit finds what an earlier version did not keep: its read state is the server's", () => {
  const found = (wasPassedOver: boolean, headers: Record<string, string> = {}) => {
    const raw = rawMail({ headers: { From: jane, To: me, ...headers }, body: "Hello." });
    const mail = { facts: { uid: 7, size: raw.length, receivedAt: NOW, seen: true, own: false }, parsed: parseMessage(raw) };
    const ports = { clock: { now: () => NOW }, ids: { objectId: () => "id" } } as never;
    const folder = { path: "INBOX", role: "inbox", uidValidity: "9", since: new Date(0) } as const;
    const late = prepareMail(ports, mailbox, folder, mail, { wasPassedOver: () => wasPassedOver });
    return [late?.isLate ?? false, late?.message.isRead];
  };

  expect([found(true), found(false), found(false, { From: me, To: jane })]).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
});
