import type { ObjectId } from "mongodb";
import { bounceClass } from "../../../domain/mail/read/bounces/bounce-class.ts";
import type { SyncLease } from "../../../domain/inbox/pull/sync-state.ts";
import type { Message } from "../../../domain/inbox/message.ts";
import type { DecidedMail } from "../../../domain/inbox/store/prepared-mail.ts";
import { suppressionKey } from "../../../domain/suppressions/suppression.ts";
import { usersOf } from "../accounts/users.ts";
import { oid } from "../documents.ts";
import { sendsOf } from "../sending/send-documents.ts";
import { addSuppressions } from "../suppressions/suppressions.ts";
import type { Transaction } from "./thread-documents.ts";

/** An address whose mail comes back for other reasons than that it does not exist is given up after so many sends in so many days. */
const BOUNCES = 3;
const BOUNCES_DAYS = 30;
const DAY_MS = 86_400_000;
/** A report comes within so many days of its send. */
const REPORT_DAYS = 10;
/** The most sends that are looked at for one address. */
const SENDS_MAX = 200;

/** What is looked at of a mail that reports on a send. */
export interface Reported extends Pick<DecidedMail, "returned" | "complaining"> {
  readonly message: Pick<Message, "receivedAt">;
  readonly concerns?: { readonly id: string };
}

/**
 * Suppresses whom a page of mails says to be out of reach or to complain, where the account wants it; in the transaction that notes it. Who
 * does not exist is suppressed at once; others, whose mailbox is full or whose server has a policy, after three sends that came back.
 */
export const suppressBounced = async (
  { database, session, lease }: Transaction & { readonly lease: Pick<SyncLease, "userId"> },
  mails: readonly Reported[],
): Promise<void> => {
  const complained = mails.flatMap(({ concerns, complaining = [] }) =>
    complaining.flatMap((email) => (concerns ? [{ email, reason: "complained" as const, sendId: concerns.id }] : [])),
  );
  // Of several recipients a notice may leave open whose copy came back.
  const bounced = mails.flatMap(({ message, concerns, returned = [] }) =>
    returned.flatMap(({ email, status = "", reason, unproven }) =>
      concerns && email !== "" && !unproven
        ? [{ email, gone: bounceClass({ status, reason }) === "unknown_user", at: message.receivedAt, sendId: concerns.id }]
        : [],
    ),
  );
  if (bounced.length + complained.length === 0) return;
  const userId = oid(lease.userId);
  const wants = await usersOf(database).findOne({ _id: userId }, { session, projection: { suppressBounced: 1, suppressComplained: 1 } });
  const unreachable: { email: string; reason: "bounced"; sendId: string }[] = [];
  for (const { email, gone, at, sendId } of wants?.suppressBounced ? bounced : [])
    if (gone || (await cameBackOften({ database, session }, userId, email, at))) unreachable.push({ email, reason: "bounced", sendId });
  const wanted = [...(wants?.suppressComplained === false ? [] : complained), ...unreachable];
  if (wanted.length > 0) await addSuppressions({ database, session }, userId, wanted);
};

/** Whether that many sends to the address came back, by reports with our id, in the days up to then. */
const cameBackOften = async ({ database, session }: Transaction, userId: ObjectId, email: string, at: Date): Promise<boolean> => {
  const key = suppressionKey(email);
  const daysBefore = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const since = daysBefore(BOUNCES_DAYS);
  const sent = { userId, recipient: key, createdAt: { $gte: daysBefore(BOUNCES_DAYS + REPORT_DAYS) }, bouncedAt: { $exists: true } };
  const rows = sendsOf(database).find(sent, { session, projection: { bounces: 1 } });
  const found = await rows.sort({ createdAt: -1 }).limit(SENDS_MAX).toArray();
  const cameBack = found.filter(({ bounces = [] }) =>
    bounces.some((one) => !one.unproven && one.at >= since && suppressionKey(one.email) === key),
  );
  return cameBack.length >= BOUNCES;
};
