import { describe, expect, it } from "vitest";
import { listAttention } from "#shared/attention/list-attention.ts";
import type { AuditedFolder } from "#shared/inbox/audit/audit.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { UNCLEAR_ANSWER } from "#shared/sending/waiting.ts";
import { ids } from "#shared/platform/system.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { type AttentionRecords, memoryAttention, noRecords } from "#test/support/memory/attention.ts";

const userId = ids.objectId();
const now = new Date("2026-11-23T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const box = (facts: Partial<Mailbox>) => aMailbox({ userId, inboxSyncEnabled: true, ...facts });
const down = (hours: number, facts: Partial<Mailbox> = {}) => box({ status: "disconnected", statusSince: hoursAgo(hours), ...facts });
const failing = (facts: Partial<Mailbox> = {}) => box({ status: "error", statusSince: hoursAgo(1), ...facts });
const unknown = (hours: number): Send =>
  aSend(aMailbox({ userId }), { status: "failed", stage: "intent", lastError: "outcome unknown: lost", countedAt: hoursAgo(hours) });
const unclear = (hours: number, facts: Partial<Send> = {}): Send =>
  aSend(aMailbox({ userId }), { status: "queued", lastError: UNCLEAR_ANSWER, unclearSince: hoursAgo(hours), ...facts });
const hook = (facts: object = {}) => ({
  id: ids.objectId(),
  userId,
  url: "https://h.test/",
  status: "active" as const,
  failingSince: hoursAgo(2),
  failures: 3,
  ...facts,
});
const folder = (path: string, unreadable: number): AuditedFolder => ({
  path,
  uidValidity: "1",
  onServer: 9,
  stored: 7,
  missing: 2,
  healed: 2 - unreadable,
  unreadable,
  digest: "",
});
const audited = ({ id: mailboxId }: Mailbox, ...folders: AuditedFolder[]) => ({
  mailboxId,
  userId,
  passed: [],
  last: { checkedAt: hoursAgo(3), since: hoursAgo(99), folders, complete: false },
});

const list = (records: Partial<AttentionRecords>, balance = 1e6, seesUrls = true) => {
  const wallets = { find: async () => ({ balance, updatedAt: hoursAgo(1) }) };
  const ports = { attention: memoryAttention({ ...noRecords(), ...records }), wallets, clock: { now: () => now } };
  return listAttention(ports, userId, {}, seesUrls);
};
const only = async (records: Partial<AttentionRecords>) => {
  const { attention } = await list(records);
  expect(attention).toHaveLength(1);
  return attention[0]!;
};

it("is empty while nothing is wrong", async () => {
  expect(await list({ mailboxes: [box({})] })).toEqual({ attention: [], more: [] });
});

it("is the same in any order of the store: the urgent first, then by kind, then the oldest", async () => {
  const [old, fresh, ill] = [down(5), down(1), failing()];
  const read = box({});
  const records: AttentionRecords = {
    mailboxes: [fresh, read, ill, old],
    sends: [unknown(3), unknown(30), unclear(4), unclear(2, { cancelOnUnknown: "send" })],
    webhooks: [hook(), hook({ status: "disabled" })],
    audits: [audited(read, folder("INBOX", 1))],
    untold: [{ id: read.id, email: read.email, userId: read.userId, untoldSince: hoursAgo(30) }],
    ledger: [],
  };
  const backwards = Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, rows.toReversed()]));

  const { attention, more } = await list(records, 50);

  expect(attention.map(({ severity, kind, since }) => `${severity} ${kind} ${(now.getTime() - since.getTime()) / 3_600_000}`)).toEqual([
    "urgent webhook_failing 2",
    "urgent mailbox_disconnected 5",
    "urgent mailbox_disconnected 1",
    "soon webhook_failing 2",
    "soon mailbox_failing 1",
    "soon answer_unclear 4",
    "soon answer_unclear 2",
    "soon send_unknown 30",
    "soon send_unknown 3",
    "soon audit_losses 3",
    "note wallet_low 1",
    "note hints_missing 30",
  ]);
  expect(more).toEqual([]);
  expect(await list(backwards, 50)).toEqual({ attention, more });
});

describe("an alias whose mail alone is refused", () => {
  const team = "team@box.test";
  const held = (mailbox: Mailbox, hours: number, facts: Partial<Send> = {}) =>
    aSend(mailbox, { status: "queued", fromEmail: team, lastError: "554 SendAsDenied", undecidedSince: hoursAgo(hours), ...facts });

  it("is one urgent item, however many of its emails wait, with the server's words", async () => {
    const one = box({});
    const item = await only({ mailboxes: [one], sends: [held(one, 0.5, { lastError: "" }), held(one, 0.4), held(one, 0.3)] });

    expect(item).toMatchObject({
      kind: "mailbox_failing",
      severity: "urgent",
      since: hoursAgo(0.5),
      reason: "554 SendAsDenied",
      subject: { type: "mailbox", id: one.id, name: team },
    });
  });

  it("is told after an hour where fewer wait, and not before", async () => {
    const one = box({});

    expect((await list({ mailboxes: [one], sends: [held(one, 0.9), held(one, 0.9)] })).attention).toEqual([]);
    await only({ mailboxes: [one], sends: [held(one, 1)] });
  });

  it("is not told for the mailbox's own address, nor where the mailbox is told itself", async () => {
    const [one, ill] = [box({}), failing({ mailRefusedSince: hoursAgo(1) })];
    const sends = [...[1, 2, 3].map((n) => held(one, n, { fromEmail: one.email })), ...[1, 2, 3].map((n) => held(ill, n))];

    expect(await only({ mailboxes: [one, ill], sends })).toMatchObject({ subject: { id: ill.id, name: ill.email } });
  });
});

it("orders what began together by the ids", async () => {
  const hooks = [hook(), hook(), hook()];

  const { attention } = await list({ webhooks: hooks.toReversed() });

  expect(attention.map(({ subject }) => subject.id)).toEqual(hooks.map(({ id }) => id).toSorted());
});

it("has a hundred items at most and counts the rest by kind", async () => {
  const { attention, more } = await list({
    mailboxes: [...Array.from({ length: 98 }, (_, n) => down(n + 1)), failing(), failing(), failing()],
    sends: Array.from({ length: 150 }, (_, n) => unknown(n / 100)),
  });

  expect(attention).toHaveLength(100);
  expect(attention.at(-1)).toMatchObject({ kind: "mailbox_failing" });
  expect(more).toEqual([
    { kind: "mailbox_failing", count: 1 },
    { kind: "send_unknown", count: 150 },
  ]);
  const { more: ofOne } = await list({ mailboxes: Array.from({ length: 130 }, (_, n) => down(n)) });
  expect(ofOne).toEqual([{ kind: "mailbox_disconnected", count: 30 }]);
});

it("says what the protocol that is down said, and how to connect again", async () => {
  const said = { smtpLastError: "535 5.7.8 bad password", smtpFailures: 3, inboxLastError: "one folder is not read", imapFailures: 0 };

  expect(await only({ mailboxes: [down(5, { ...said, id: "655f1c2e9b1e8a00123456aa", email: "sales@a.test" })] })).toEqual({
    kind: "mailbox_disconnected",
    severity: "urgent",
    since: hoursAgo(5),
    reason: "535 5.7.8 bad password",
    action: expect.stringContaining("Save a password"),
    subject: { type: "mailbox", id: "655f1c2e9b1e8a00123456aa", name: "sales@a.test" },
  });
  const gone = down(5, said);
  const followUps = [0, 1].map(() => aSend(gone, { status: "queued", dueAt: hoursAgo(1), waitsFor: ids.objectId() }));
  expect(await only({ mailboxes: [gone], sends: [...followUps, aSend(gone, { status: "queued", dueAt: hoursAgo(1) })] })).toMatchObject({
    reason: "535 5.7.8 bad password; 2 follow-ups wait for it: a follow-up never changes its sender",
  });
  expect(await only({ mailboxes: [gone], sends: followUps.slice(1) })).toMatchObject({
    reason: expect.stringContaining("1 follow-up waits"),
  });
  expect(await only({ mailboxes: [down(5, { ...said, type: "google" })] })).toMatchObject({
    action: expect.stringContaining("consent page"),
  });
  expect(await only({ mailboxes: [down(5, { ...said, smtpFailures: 0 })] })).toMatchObject({
    reason: "535 5.7.8 bad password; one folder is not read",
  });
  expect(await only({ mailboxes: [failing({ ...said, imapFailures: 3 })] })).toMatchObject({
    kind: "mailbox_failing",
    severity: "soon",
    reason: "535 5.7.8 bad password; one folder is not read",
  });
  expect(await only({ mailboxes: [failing()] })).toMatchObject({ reason: "Its server did not say why." });
});

it("says which DNS records broke, what they read and what they should", async () => {
  const records = [
    { name: "dkim", status: "missing", expected: "v=DKIM1; p=x", current: "" },
    { name: "spf", status: "invalid", expected: "v=spf1 ~all", current: "v=spf1 -all" },
  ] as const;
  const dns = { checkedAt: now, dkim: "missing", spf: "invalid", dmarc: "verified", broken: { since: hoursAgo(30), records } } as const;

  expect(await only({ mailboxes: [box({ dns, id: "655f1c2e9b1e8a00123456aa", email: "sales@a.test" })] })).toEqual({
    kind: "dns_broken",
    severity: "soon",
    since: hoursAgo(30),
    reason:
      'DKIM was verified and is missing; it should be "v=DKIM1; p=x". SPF was verified and reads "v=spf1 -all"; it should be "v=spf1 ~all".',
    action: expect.stringContaining("Publish these records again"),
    subject: { type: "mailbox", id: "655f1c2e9b1e8a00123456aa", name: "sales@a.test" },
  });
});

it("tells of an unknown outcome for a week, in the record's words", async () => {
  const send = unknown(24 * 7);

  expect(await only({ sends: [send] })).toEqual({
    kind: "send_unknown",
    severity: "soon",
    since: hoursAgo(24 * 7),
    reason: "outcome unknown: lost",
    action: expect.stringContaining("Sent folder"),
    subject: { type: "send", id: send.id, name: "jane@peer.test" },
  });
  expect((await list({ sends: [unknown(24 * 7 + 1)] })).attention).toEqual([]);
});

it("tells of a webhook from its third failed round on, urgently when it was disabled", async () => {
  expect((await list({ webhooks: [hook({ failures: 2 })] })).attention).toEqual([]);
  expect(await only({ webhooks: [hook()] })).toMatchObject({
    kind: "webhook_failing",
    severity: "soon",
    subject: { name: "https://h.test/" },
  });
  expect(await only({ webhooks: [hook({ status: "disabled", failures: 1 })] })).toMatchObject({
    severity: "urgent",
    reason: "Every post failed for three days, so the webhook was disabled.",
  });
  expect(
    await only({ webhooks: [hook({ url: "https://example.com/hook?token=secret#x", answered: "HTTP 500:\r\n\u0000 down" })] }),
  ).toMatchObject({
    subject: { name: "https://example.com/hook" },
    reason: "Every post failed, 3 rounds in a row; the last one: HTTP 500: down",
  });
  expect(await only({ webhooks: [hook({ answered: "HTTP 500: out of order" })] })).toMatchObject({
    reason: "Every post failed, 3 rounds in a row; the last one: HTTP 500: out of order",
  });
});

it.each([
  [
    "https://hooks.example.com/services/T0/B0/s3cret?token=s3cret#s3cret",
    "HTTP 404: Cannot POST /services/T0/B0/s3cret",
    "hooks.example.com",
  ],
  ["https://hooks.example.com:8443/s3cret", "HTTP 500:\ns3cret", "hooks.example.com:8443"],
  ["https://s3cret:s3cret@hooks.example.com/", "HTTP 302: https://x/s3cret", "hooks.example.com"],
])("shows whoever may not see webhooks the host of one alone, and no word of what it answers: %s", async (url, answered, name) => {
  const shown = await list({ webhooks: [hook({ url, answered })] }, 1e6, false);

  expect(shown.attention[0]).toMatchObject({ subject: { name }, reason: expect.stringMatching(/; the last one: HTTP \d{3}$/) });
  expect(JSON.stringify(shown)).not.toContain("s3cret");
});

it("names the folders that an audit could not read, three of them", async () => {
  const read = box({});
  const reasonOf = async (...folders: AuditedFolder[]) => (await only({ mailboxes: [read], audits: [audited(read, ...folders)] })).reason;

  expect(await reasonOf(folder("INBOX", 1), folder("Junk", 0))).toBe("INBOX: 1 of 9 messages are listed and not returned.");
  expect(await reasonOf(folder("INBOX", 0))).toBe("A folder could not be read.");
  expect(await reasonOf(...["a", "b", "c", "d", "e"].map((path) => folder(path, 2)))).toMatch(
    /^a: 2 .*; b: .*; c: .* returned; and 2 more folders\.$/,
  );
});
