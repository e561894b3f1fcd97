import { expect, it } from "vitest";
import { ledgerOf } from "#shared/accounts/store/users.ts";
import { mongoAttention } from "#shared/attention/store.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid, toDocument } from "#shared/platform/mongo/documents.ts";
import { auditsOf } from "#shared/inbox/store/audits.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import type { AttentionReads } from "#shared/attention/ports.ts";
import type { Transaction } from "#shared/accounts/credits.ts";
import type { AuditedFolder } from "#shared/inbox/audit/audit.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { type AttentionRecords, memoryAttention, noRecords } from "#test/support/memory/attention.ts";
import { describePort } from "#test/support/port-suite.ts";
import { UNCLEAR_ANSWER } from "#shared/sending/waiting.ts";

interface World {
  readonly reads: AttentionReads;
  readonly put: (records: Partial<AttentionRecords>) => Promise<void>;
}

const inMemory = (): World => {
  const records = noRecords();
  const put: World["put"] = async (more) => {
    for (const [name, rows] of Object.entries(more)) (records[name as keyof AttentionRecords] as unknown[]).push(...rows);
  };
  return { reads: memoryAttention(records), put };
};

const inMongo = (connect: Connect): World => ({
  reads: mongoAttention(connect),
  put: async ({ mailboxes = [], sends = [], audits = [], webhooks = [], ledger = [] }) => {
    const database = await connect();
    for (const one of mailboxes) await mailboxesOf(database).insertOne(toDocument(one, ["userId"]) as never);
    for (const one of sends) await sendsOf(database).insertOne(sendDocument(one));
    for (const { mailboxId, userId, ...one } of audits)
      await auditsOf(database).insertOne({ ...one, _id: oid(mailboxId), userId: oid(userId) });
    for (const one of webhooks) await webhooksOf(database).insertOne(toDocument(one, ["userId"]) as never);
    for (const one of ledger) await ledgerOf(database).insertOne(toDocument(one, ["userId", "sendId"]) as never);
  },
});

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);
const folder = (unreadable: number): AuditedFolder => ({
  path: "INBOX",
  uidValidity: "1",
  onServer: 9,
  stored: 7,
  missing: 2,
  healed: 2 - unreadable,
  unreadable,
  digest: "",
});
const audited = ({ id: mailboxId, userId }: Mailbox, hours: number, complete = false) => ({
  mailboxId,
  userId,
  passed: [],
  last: { checkedAt: at(hours), since: at(-99), folders: [folder(complete ? 0 : 1)], complete },
});
const row = (userId: string, type: Transaction["type"], amount: number, balanceAfter: number, hours: number): Transaction => {
  const id = ids.objectId();
  return { id, userId, type, amount, balanceAfter, ...(type === "charge" ? { sendId: id } : { reference: id }), createdAt: at(hours) };
};

describePort("what needs a person", { memory: inMemory, mongo: inMongo }, ({ reads, put }) => {
  it("reads the mailboxes of a status, the oldest first, without those that their user disconnected", async () => {
    const userId = ids.objectId();
    const down = { userId, status: "disconnected" as const, smtpLastError: "535 no", smtpFailures: 3 };
    const [later, sooner] = [aMailbox({ ...down, statusSince: at(2) }), aMailbox({ ...down, statusSince: at(1), type: "google" })];
    const failing = aMailbox({ userId, status: "error", inboxLastError: "no answer", imapFailures: 3 });
    const others = aMailbox({ ...down, userId: ids.objectId() });
    await put({ mailboxes: [later, sooner, failing, others, aMailbox({ ...down, deletedAt: at(3) }), aMailbox({ userId })] });

    const found = await reads.mailboxes(userId, "disconnected", 5);

    expect(found).toMatchObject({ rows: [{ id: sooner.id, type: "google" }, { id: later.id }], count: 2 });
    const { email, statusSince } = failing;
    expect(await reads.mailboxes(userId, "error", 5)).toEqual({
      count: 1,
      rows: [
        {
          id: failing.id,
          type: "smtp",
          status: "error",
          smtpFailures: 0,
          imapFailures: 3,
          inboxLastError: "no answer",
          email,
          statusSince,
        },
      ],
    });
  });

  it("counts all of which it reads only some", async () => {
    const userId = ids.objectId();
    const mailboxes = [5, 4, 3, 2, 1].map((hours) => aMailbox({ userId, status: "error", statusSince: at(hours) }));
    await put({ mailboxes });

    const { rows, count } = await reads.mailboxes(userId, "error", 2);

    expect([rows.map(({ statusSince }) => statusSince), count]).toEqual([[at(1), at(2)], 5]);
  });

  it("reads the mailboxes whose DNS records broke", async () => {
    const userId = ids.objectId();
    const dns = { checkedAt: at(9), dkim: "verified", spf: "missing", dmarc: "verified" } as const;
    const broken = (hours: number) => ({
      since: at(hours),
      records: [{ name: "spf", status: "missing", expected: "v=spf1 ~all", current: "" }] as const,
    });
    const [later, sooner] = [
      aMailbox({ userId, dns: { ...dns, broken: broken(2) } }),
      aMailbox({ userId, dns: { ...dns, broken: broken(1) } }),
    ];
    await put({ mailboxes: [later, sooner, aMailbox({ userId, dns }), aMailbox({ dns: { ...dns, broken: broken(1) } })] });

    expect(await reads.brokenDns(userId, 5)).toEqual({
      rows: [
        { id: sooner.id, email: sooner.email, broken: broken(1) },
        { id: later.id, email: later.email, broken: broken(2) },
      ],
      count: 2,
    });
  });

  it("reads the sends that failed since a time with an unknown outcome", async () => {
    const mailbox = aMailbox();
    const unknown = { status: "failed" as const, stage: "intent" as const, lastError: "outcome unknown", countedAt: at(5) };
    const [first, second] = [aSend(mailbox, { ...unknown, countedAt: at(4) }), aSend(mailbox, unknown)];
    const { stage: _, ...refused } = unknown;
    const others = [
      aSend(mailbox, { ...unknown, countedAt: at(2) }),
      aSend(mailbox, refused),
      aSend(mailbox, { ...unknown, status: "processing" }),
      aSend(aMailbox(), unknown),
    ];
    await put({ sends: [second, ...others, first] });

    expect(await reads.unknownSends(mailbox.userId, at(3), 5)).toEqual({
      rows: [
        { id: first.id, toEmail: "jane@peer.test", lastError: "outcome unknown", countedAt: at(4) },
        { id: second.id, toEmail: "jane@peer.test", lastError: "outcome unknown", countedAt: at(5) },
      ],
      count: 2,
    });
  });

  it("reads the sends whose refusal is undecided, the oldest first, with their mailbox's own address", async () => {
    const mailbox = aMailbox();
    const held = { status: "queued" as const, fromEmail: "team@box.test", lastError: "550 no", undecidedSince: at(5) };
    const other = aMailbox();
    await put({
      mailboxes: [mailbox, other],
      sends: [
        aSend(mailbox, held),
        aSend(mailbox, { ...held, undecidedSince: at(4), lastError: "" }),
        aSend(mailbox, { ...held, status: "failed" }),
        aSend(mailbox, { status: "queued" }),
        aSend(other, held),
      ],
    });

    const row = { mailboxId: mailbox.id, fromEmail: "team@box.test", mailbox: { email: mailbox.email, status: "active" } };
    expect(await reads.undecidedSends(mailbox.userId)).toEqual([
      { ...row, lastError: "", undecidedSince: at(4) },
      { ...row, lastError: "550 no", undecidedSince: at(5) },
    ]);
    expect(await reads.undecidedSends(mailbox.userId, { mailboxIds: [ids.objectId()] })).toEqual([]);
  });

  it("reads the sends that wait because an answer is unclear", async () => {
    const mailbox = aMailbox();
    const unclear = { status: "queued" as const, lastError: UNCLEAR_ANSWER, unclearSince: at(5) };
    const [first, second] = [aSend(mailbox, { ...unclear, unclearSince: at(4), cancelOnUnknown: "send" }), aSend(mailbox, unclear)];
    const others = [
      aSend(mailbox, { ...unclear, status: "sent" }),
      aSend(mailbox, { ...unclear, lastError: "451 later" }),
      aSend(aMailbox(), unclear),
    ];
    await put({ sends: [second, ...others, first] });

    expect(await reads.unclearSends(mailbox.userId, 5)).toEqual({
      rows: [
        { id: first.id, toEmail: "jane@peer.test", cancelOnUnknown: "send", unclearSince: at(4) },
        { id: second.id, toEmail: "jane@peer.test", unclearSince: at(5) },
      ],
      count: 2,
    });
    expect(await reads.unclearSends(mailbox.userId, 5, { mailboxIds: [ids.objectId()] })).toEqual({ rows: [], count: 0 });
  });

  it("reads the audits that did not find everything, of mailboxes whose inbox is read", async () => {
    const userId = ids.objectId();
    const [read, complete, off] = [
      aMailbox({ userId, inboxSyncEnabled: true }),
      aMailbox({ userId, inboxSyncEnabled: true }),
      aMailbox({ userId, inboxSyncEnabled: false }),
    ];
    const others = aMailbox({ inboxSyncEnabled: true });
    await put({ mailboxes: [read, complete, off, others] });
    await put({ audits: [audited(read, 2), audited(complete, 3, true), audited(off, 1), audited(others, 1)] });

    const { rows, count } = await reads.incompleteAudits(userId, 5);

    expect(count).toBe(1);
    expect(rows).toMatchObject([{ mailboxId: read.id, email: read.email, checkedAt: at(2), folders: [{ path: "INBOX", unreadable: 1 }] }]);
    expect(await reads.incompleteAudits(ids.objectId(), 5)).toEqual({ rows: [], count: 0 });
  });

  it("reads the failing webhooks of the account alone", async () => {
    const userId = ids.objectId();
    const failing = { url: "https://h.test/", status: "active" as const, failingSince: at(1), failures: 4, answered: "HTTP 500: no" };
    const [mine, others] = [ids.objectId(), ids.objectId()];
    await put({
      webhooks: [
        { ...failing, id: mine, userId },
        { ...failing, id: others, userId: ids.objectId() },
      ],
    });

    expect(await reads.failingWebhooks(userId)).toEqual([{ ...failing, id: mine }]);
  });

  it("reads how a balance moved since a time", async () => {
    const userId = ids.objectId();
    const rows = [row(userId, "topup", 50, 50, 0), row(userId, "charge", 1, 49, 1), row(userId, "charge", 1, 48, 2)];
    await put({ ledger: [...rows, row(userId, "topup", 100, 148, 3), row(ids.objectId(), "topup", 7, 7, 2)] });

    expect(await reads.spending(userId, at(1))).toEqual({ from: at(1), before: 50, toppedUp: 100 });
    expect(await reads.spending(userId, at(-5))).toEqual({ from: at(0), before: 0, toppedUp: 150 });
    expect(await reads.spending(userId, at(4))).toBeUndefined();
  });

  it("of some mailboxes and tenants are theirs alone", async () => {
    const userId = ids.objectId();
    const dns = { checkedAt: at(9), dkim: "verified", spf: "missing", dmarc: "verified", broken: { since: at(1), records: [] } } as const;
    const troubled = () => aMailbox({ userId, status: "error", inboxSyncEnabled: true, dns });
    const [mine, theirs] = [troubled(), troubled()];
    const unknown = (mailbox: Mailbox) => aSend(mailbox, { status: "failed", stage: "intent", countedAt: at(2), lastError: "unknown" });
    const failing = (tenant?: string) =>
      ({
        id: ids.objectId(),
        userId,
        url: "https://x.example/",
        status: "active",
        failingSince: at(0),
        failures: 4,
        ...(tenant && { tenant }),
      }) as const;
    const [hook, other, untenanted] = [failing("a"), failing("b"), failing()];
    await put({
      mailboxes: [mine, theirs],
      sends: [unknown(mine), unknown(theirs)],
      audits: [audited(mine, 1), audited(theirs, 1)],
      webhooks: [hook, other, untenanted],
    });
    const whose = { mailboxIds: [mine.id], tenants: ["a"] };

    const found = await Promise.all([
      reads.mailboxes(userId, "error", 5, whose),
      reads.brokenDns(userId, 5, whose),
      reads.unknownSends(userId, at(0), 5, whose),
      reads.incompleteAudits(userId, 5, whose),
    ]);
    expect(found.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
    expect(found[0].rows.map(({ id }) => id)).toEqual([mine.id]);
    expect(found[3].rows.map(({ mailboxId }) => mailboxId)).toEqual([mine.id]);
    expect((await reads.failingWebhooks(userId, whose)).map(({ id }) => id)).toEqual([hook.id]);
    expect((await reads.mailboxes(userId, "error", 5, { mailboxIds: [] })).count).toBe(0);
  });
});
