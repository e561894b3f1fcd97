import type { AttentionReads, FailingWebhook, Found, UntoldMailbox, Whose } from "#shared/attention/ports.ts";
import type { Transaction } from "#shared/accounts/credits.ts";
import type { Audit } from "#shared/inbox/audit/audit.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { isWaiting } from "#shared/sending/transitions.ts";
import { UNCLEAR_ANSWER } from "#shared/sending/waiting.ts";

/** An account's records, from which the list is made. */
export interface AttentionRecords {
  mailboxes: Mailbox[];
  sends: Send[];
  audits: (Audit & { readonly mailboxId: string; readonly userId: string })[];
  webhooks: (FailingWebhook & { readonly userId: string; readonly tenant?: string })[];
  ledger: Transaction[];
  untold: (UntoldMailbox & { readonly userId: string })[];
}

/** Nothing yet. */
export const noRecords = (): AttentionRecords => ({ mailboxes: [], sends: [], audits: [], webhooks: [], ledger: [], untold: [] });

const oldest = <T, Row>(
  all: readonly T[],
  of: (one: T) => readonly [at: Date, id: string],
  to: (one: T) => Row,
  most: number,
): Found<Row> => {
  const [at, id] = [(one: T) => of(one)[0].getTime(), (one: T) => of(one)[1]];
  const rows = all.toSorted((a, b) => at(a) - at(b) || (id(a) < id(b) ? -1 : 1));
  return { rows: rows.slice(0, most).map(to), count: all.length };
};

const isOf = (mailboxId: string, { mailboxIds }: Whose = {}) => mailboxIds === undefined || mailboxIds.includes(mailboxId);

/** The reads of what needs a person, over records in memory. */
export const memoryAttention = (records: AttentionRecords): AttentionReads => ({
  mailboxes: async (userId, status, most, whose) =>
    oldest(
      records.mailboxes.filter(
        (one) => one.userId === userId && one.status === status && one.deletedAt === undefined && isOf(one.id, whose),
      ),
      (one) => [one.statusSince, one.id],
      ({ id, email, type, statusSince, smtpLastError, inboxLastError, smtpFailures, imapFailures, mailRefusedSince }) => ({
        id,
        email,
        type,
        status,
        statusSince,
        inboxLastError,
        smtpFailures,
        imapFailures,
        ...(mailRefusedSince && { mailRefusedSince }),
        ...(status === "disconnected" && {
          followUps: records.sends.filter((send) => send.mailboxId === id && send.waitsFor && send.dueAt && isWaiting(send)).length,
        }),
        ...(smtpLastError !== undefined && { smtpLastError }),
      }),
      most,
    ),
  brokenDns: async (userId, most, whose) =>
    oldest(
      records.mailboxes.flatMap(({ id, email, userId: of, dns }) =>
        of === userId && dns?.broken && isOf(id, whose) ? [{ id, email, broken: dns.broken }] : [],
      ),
      (one) => [one.broken.since, one.id],
      (one) => one,
      most,
    ),
  unknownSends: async (userId, since, most, whose) =>
    oldest(
      records.sends.flatMap(({ id, mailboxId, userId: of, status, stage, countedAt, toEmail, lastError }) =>
        of === userId && status === "failed" && stage === "intent" && countedAt && countedAt >= since && isOf(mailboxId, whose)
          ? [{ id, toEmail, lastError, countedAt }]
          : [],
      ),
      (one) => [one.countedAt, one.id],
      (one) => one,
      most,
    ),
  heldSends: async (userId, most, whose) =>
    oldest(
      records.sends.flatMap(({ id, mailboxId, userId: of, status, holdUntil, toEmail, createdAt }) =>
        of === userId && status === "scheduled" && holdUntil && isOf(mailboxId, whose) ? [{ id, toEmail, createdAt, holdUntil }] : [],
      ),
      (one) => [one.createdAt, one.id],
      (one) => one,
      most,
    ),
  unclearSends: async (userId, most, whose) =>
    oldest(
      records.sends.flatMap(({ id, mailboxId, userId: of, status, unclearSince, toEmail, lastError, cancelOnUnknown }) =>
        of === userId && status === "queued" && unclearSince && lastError === UNCLEAR_ANSWER && isOf(mailboxId, whose)
          ? [{ id, toEmail, unclearSince, ...(cancelOnUnknown && { cancelOnUnknown }) }]
          : [],
      ),
      (one) => [one.unclearSince, one.id],
      (one) => one,
      most,
    ),
  undecidedSends: async (userId, whose) =>
    records.sends
      .flatMap(({ mailboxId, userId: of, status, fromEmail, lastError, undecidedSince }) => {
        const mailbox = records.mailboxes.find(({ id }) => id === mailboxId);
        if (of !== userId || status !== "queued" || !undecidedSince || !mailbox || !isOf(mailboxId, whose)) return [];
        return [{ mailboxId, fromEmail, lastError, undecidedSince, mailbox: { email: mailbox.email, status: mailbox.status } }];
      })
      .toSorted((a, b) => a.undecidedSince.getTime() - b.undecidedSince.getTime()),
  incompleteAudits: async (userId, most, whose) =>
    oldest(
      records.audits.flatMap(({ last, mailboxId, userId: of }) => {
        const mailbox = records.mailboxes.find(({ id, inboxSyncEnabled }) => id === mailboxId && inboxSyncEnabled);
        if (of !== userId || !mailbox || !last || last.complete || !isOf(mailboxId, whose)) return [];
        return [{ mailboxId, email: mailbox.email, checkedAt: last.checkedAt, folders: last.folders }];
      }),
      (one) => [one.checkedAt, one.mailboxId],
      (one) => one,
      most,
    ),
  untoldMailboxes: async (userId, before, most, whose) =>
    oldest(
      records.untold.filter((one) => one.userId === userId && one.untoldSince <= before && isOf(one.id, whose)),
      (one) => [one.untoldSince, one.id],
      ({ id, email, untoldSince }) => ({ id, email, untoldSince }),
      most,
    ),
  failingWebhooks: async (userId, { tenants } = {}) =>
    records.webhooks
      .filter((one) => one.userId === userId && (tenants === undefined || tenants.includes(one.tenant ?? "")))
      .map(({ id, url, status, failingSince, failures, answered }) => ({
        id,
        url,
        status,
        failingSince,
        failures,
        ...(answered !== undefined && { answered }),
      })),
  spending: async (userId, since) => {
    const rows = records.ledger
      .filter((one) => one.userId === userId && one.createdAt >= since)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    const [first] = rows;
    if (!first) return undefined;
    const before = first.type === "charge" ? first.balanceAfter + first.amount : first.balanceAfter - first.amount;
    const toppedUp = rows.reduce((sum, { type, amount }) => (type === "topup" ? sum + amount : sum), 0);
    return { from: before > 0 ? since : first.createdAt, before, toppedUp };
  },
});
