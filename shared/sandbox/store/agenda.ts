import type { ObjectId } from "mongodb";
import type { Agenda, DuePiece } from "../ports.ts";
import { type MailboxDocument, mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { type Connect, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type DueNow, dueNow, type DueRecords, firstDue, justAfter, whatWaits } from "#shared/platform/mongo/due-records.ts";
import { DAY_MS } from "#shared/sending/deliver/claim.ts";
import type { PauseReason } from "#shared/sending/ports/sends.ts";
import type { SendStatus } from "#shared/sending/send.ts";
import { deliveryRowsOf } from "#shared/sending/store/delivery-rows.ts";
import { DUE_STATES, dueSends } from "#shared/sending/store/due-sends.ts";
import { type SendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { isHeldBy } from "#shared/sending/waiting.ts";
import { dueWork, type DueStep } from "#shared/service/due-work.ts";
import { dueDeliveries } from "#shared/webhooks/store/webhook-deliveries.ts";
import { type DeliveryDocument, webhookDeliveriesOf, type WebhookDocument, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { arrivalsIn, sandboxMailsOf } from "./sandbox-mails.ts";

/** A line of due work, a mailbox's or a webhook's. */
interface Line {
  readonly id: string;
  /** What is first in it, when that is due now. */
  readonly first?: ObjectId | undefined;
  /** When the next becomes due after now. */
  readonly next?: Date | undefined;
}

/** The last moment that a Date can hold (ECMA-262, 21.4.1.1). */
const NEVER = new Date(8.64e15);

const laterOf = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a);
const earliest = (some: readonly (Date | undefined)[]): Date | undefined =>
  some.flatMap((at) => (at && at < NEVER ? [at] : [])).toSorted((a, b) => a.getTime() - b.getTime())[0];

/** A mailbox's pause, and when it ends. */
interface PauseEnd {
  readonly for: PauseReason;
  readonly end: Date;
}

/**
 * The mailbox's pause, if it lasts. A pause at the daily limit ends with the day, while live mail looks every five minutes whether sending is
 * possible earlier; so it does at the owner's pace.
 */
const pauseIn = async (
  database: Database,
  { _id, maxDailySends }: Pick<MailboxDocument, "_id" | "maxDailySends">,
  now: Date,
): Promise<PauseEnd | undefined> => {
  const row = await deliveryRowsOf(database).findOne({ _id }, { projection: { heldUntil: 1, heldFor: 1, opensAt: 1 } });
  const { heldUntil, heldFor = "rate", opensAt } = row ?? {};
  if (!heldUntil || heldUntil < now) return undefined;
  if (heldFor === "pace") return { for: heldFor, end: laterOf(heldUntil, opensAt) };
  if (heldFor !== "daily_limit") return { for: heldFor, end: heldUntil };
  if (maxDailySends === 0) return { for: heldFor, end: NEVER };
  const counted = { mailboxId: _id, countedAt: { $gt: new Date(heldUntil.getTime() - DAY_MS) } };
  const oldest = await sendsOf(database).findOne<{ countedAt: Date }>(counted, { projection: { countedAt: 1 }, sort: { countedAt: 1 } });
  return { for: heldFor, end: laterOf(heldUntil, oldest ? new Date(oldest.countedAt.getTime() + DAY_MS) : undefined) };
};

/** The line of a mailbox with something due: what its pause holds does not hide the rest. */
const mailboxLine = async (
  database: Database,
  mailbox: Pick<MailboxDocument, "_id" | "maxDailySends">,
  now: Date,
): Promise<Line | undefined> => {
  const { _id: mailboxId } = mailbox;
  const first = (among: { readonly status?: { $in: SendStatus[] } } = {}, since?: Date) =>
    sendsOf(database).findOne<{ _id: ObjectId; dueAt: Date }>(
      { mailboxId, ...whatWaits<SendDocument>(dueSends, since), ...among },
      { projection: { dueAt: 1 }, sort: { dueAt: 1 } },
    );
  const one = await first();
  if (!one) return undefined;
  const pause = await pauseIn(database, mailbox, now);
  const lasts = pause && pause.end > now ? pause : undefined;
  const { free = [], held = [] } = Object.groupBy(DUE_STATES, (status) => (isHeldBy(lasts, status) ? "held" : "free"));
  const among = { status: { $in: free } };
  const next = lasts ? await first(among) : one;
  const afterPause = lasts && (await first({ status: { $in: held } }));
  const isDue = next !== null && next.dueAt <= now;
  const later = isDue ? await first(among, justAfter(now)) : next;
  return {
    id: mailboxId.toHexString(),
    first: isDue ? next._id : undefined,
    next: earliest([later?.dueAt, afterPause ? laterOf(afterPause.dueAt, lasts.end) : undefined]),
  };
};

const mailboxLines = async (database: Database, now: Date): Promise<readonly Line[]> => {
  const mailboxes = mailboxesOf(database).find({}, { projection: { maxDailySends: 1 } });
  const lines = (await mailboxes.toArray()).map((mailbox) => mailboxLine(database, mailbox, now));
  return (await Promise.all(lines)).flatMap((line) => line ?? []);
};

/** The line of an active webhook: its deliveries, and the test that its URL has not answered. */
const webhookLine = async (
  database: Database,
  { _id: webhookId, restUntil, unverified }: Pick<WebhookDocument, "_id" | "restUntil" | "unverified">,
  now: Date,
): Promise<Line> => {
  const first = (since?: Date) =>
    webhookDeliveriesOf(database).findOne<{ _id: ObjectId; dueAt: Date }>(
      { webhookId, ...whatWaits<DeliveryDocument>(dueDeliveries, since) },
      { projection: { dueAt: 1 }, sort: { dueAt: 1 } },
    );
  const one = (await first()) ?? undefined;
  const asked = unverified ? [{ _id: webhookId, dueAt: now }] : [];
  const turns = [...(one ? [one] : []), ...asked].map(({ _id, dueAt }) => ({ _id, at: laterOf(dueAt, restUntil) }));
  const due = turns.find(({ at }) => at <= now);
  const later = due && one ? await first(justAfter(now)) : undefined;
  return {
    id: webhookId.toHexString(),
    first: due?._id,
    next: earliest([...turns.flatMap(({ at }) => (at > now ? [at] : [])), later?.dueAt]),
  };
};

const webhookLines = async (database: Database, now: Date): Promise<readonly Line[]> => {
  const active = webhooksOf(database).find({ status: "active" }, { projection: { restUntil: 1, unverified: 1 } });
  return Promise.all((await active.toArray()).map((webhook) => webhookLine(database, webhook, now)));
};

/** What the sweeper does by itself, and when the next of it is due after now. */
interface Moment extends DueNow {
  readonly step: DueStep;
}

const kinds = Object.entries<readonly DueRecords[]>(dueWork).flatMap(([step, some]) =>
  some.map((kind) => ({ step: step as DueStep, kind })),
);
const moments = kinds.filter(({ kind }) => kind.inWorld === "moment");
const ends = kinds.flatMap(({ kind }) => (kind.inWorld === "end" && kind.at !== undefined && kind.leftMs > 0 ? [kind] : []));

const momentsIn = (database: Database, now: Date): Promise<readonly Moment[]> =>
  Promise.all(moments.map(async ({ step, kind }) => ({ step, ...(await dueNow(database, kind, now)) })));

/** Puts pieces in the order of their steps; within one, what the sweeper does comes first. */
const inOrder = (pieces: Readonly<Partial<Record<DueStep, readonly DuePiece[]>>>, own: readonly Moment[]): readonly DuePiece[] =>
  (Object.keys(dueWork) as readonly DueStep[]).flatMap((step) => [
    ...(own.some((moment) => moment.step === step && moment.isDue) ? [{ work: "step", id: step } as const] : []),
    ...(pieces[step] ?? []),
  ]);

const piecesOf = (work: "deliver" | "post", lines: readonly Line[]): readonly DuePiece[] =>
  lines.flatMap(({ id, first }) => (first ? [{ work, id, first: first.toHexString() }] : []));

/** The agenda of the current world in MongoDB. */
export const mongoAgenda = (connect: Connect): Agenda => ({
  look: async () => {
    const database = await connect();
    const now = await databaseNow(database);
    const [own, mailboxes, webhooks, arrivals] = await Promise.all([
      momentsIn(database, now),
      mailboxLines(database, now),
      webhookLines(database, now),
      arrivalsIn(database, now),
    ]);
    const pieces = {
      clicks: arrivals.click.map(({ id, token }) => ({ work: "click" as const, id, token })),
      pulls: arrivals.pull.map((id) => ({ work: "pull" as const, id })),
      sends: piecesOf("deliver", mailboxes),
      webhooks: piecesOf("post", webhooks),
    };
    return { due: inOrder(pieces, own), next: earliest([...own, ...mailboxes, ...webhooks].map(({ next }) => next).concat(arrivals.next)) };
  },
  left: async () => {
    const database = await connect();
    const found = await Promise.all(
      ends.map(async (kind) => {
        const at = await firstDue(database, kind);
        return at && new Date(at.getTime() + kind.leftMs);
      }),
    );
    return earliest(found);
  },
  clicked: async (id) => void (await sandboxMailsOf(await connect()).deleteOne({ _id: oid(id) })),
});
