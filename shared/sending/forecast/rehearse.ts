import type { Users } from "#shared/accounts/auth/ports.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { invalid, notFound } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { zones } from "../departure/wall-time.ts";
import type { RehearsedDay, Rehearsal, Rehearsals } from "../ports/held-sends.ts";
import type { Sends } from "../ports/sends.ts";
import { type Answering, type Outcome, playRehearsal } from "./play-rehearsal.ts";

/** How long a result is kept, ms. */
const KEPT_MS = 24 * 3_600_000;

/** What is to be rehearsed. */
export interface RehearsalRequest extends Omit<Answering, "losing"> {
  /** All of the account's when absent. */
  readonly mailboxIds?: readonly string[] | undefined;
  /** How far the clock is turned, ms. */
  readonly forMs: number;
  /** In which the days of the calendar are counted. */
  readonly timezone: string;
}

/** The dependencies of a rehearsal. */
export interface RehearsePorts {
  readonly mailboxes: Pick<Mailboxes, "list">;
  readonly users: Pick<Users, "find">;
  readonly sends: Pick<Sends, "pauses">;
  readonly rehearsals: Rehearsals;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "objectId">;
}

/** The named mailboxes of the account; throws 400 that names each which is not there. */
const chosen = async ({ mailboxes }: RehearsePorts, userId: string, ids: readonly string[] | undefined) => {
  const all = await mailboxes.list(userId);
  if (!ids) return all;
  const missing = ids.flatMap((id, index) => (all.some((one) => one.id === id) ? [] : [`mailboxIds.${index}`]));
  if (missing.length > 0) throw invalid(...missing.map((field) => ({ field, message: "is no mailbox of the account" })));
  return all.filter(({ id }) => ids.includes(id));
};

/** The day of a moment in a zone, `YYYY-MM-DD`. */
const dayIn = (timezone: string) => {
  const offsetAt = zones(timezone);
  return (at: Date): string => new Date(at.getTime() + offsetAt(at.getTime())).toISOString().slice(0, 10);
};

/** How many emails leave, by day and mailbox, the first day first. */
const calendarOf = (outcomes: readonly Outcome[], timezone: string): readonly RehearsedDay[] => {
  const dayOf = dayIn(timezone);
  const leaving = outcomes.flatMap(({ ends, at, mailboxId }) => (ends === "leaves" && at ? [{ day: dayOf(at), mailboxId }] : []));
  return [...Map.groupBy(leaving, ({ day, mailboxId }) => `${day} ${mailboxId}`).values()]
    .map((those) => ({ ...those[0]!, leaves: those.length }))
    .toSorted((a, b) => (`${a.day} ${a.mailboxId}` < `${b.day} ${b.mailboxId}` ? -1 : 1));
};

const resultOf = (outcomes: readonly Outcome[], timezone: string) => {
  const count = (ends: Outcome["ends"]) => outcomes.filter((one) => one.ends === ends).length;
  const reasons = outcomes.flatMap(({ ends, reason }) => (ends === "cancelled" && reason ? [reason] : []));
  return {
    emails: outcomes.length,
    leaves: count("leaves"),
    fails: count("fails"),
    later: count("later"),
    unknown: count("unknown"),
    cancelled: Object.fromEntries([...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => [reason, length])),
    days: calendarOf(outcomes, timezone),
  };
};

/**
 * Copies what waits in the account's mailboxes and plays it with answers. Once the copy is made nothing live is read, and nothing but the result is
 * ever written. Throws 400 for a mailbox that is not there, and where more waits than one rehearsal takes.
 */
export const rehearse = async (ports: RehearsePorts, userId: string, request: RehearsalRequest): Promise<Rehearsal> => {
  const { sends, users, rehearsals, clock, ids } = ports;
  const mailboxes = await chosen(ports, userId, request.mailboxIds);
  const mailboxIds = mailboxes.map(({ id }) => id);
  const [{ byMailbox, isCut }, pauses, user] = await Promise.all([
    rehearsals.copy(mailboxIds),
    sends.pauses(mailboxIds),
    users.find(userId),
  ]);
  if (isCut) throw invalid({ field: "mailboxIds", message: "more than 20,000 emails wait or left in the last day: name fewer mailboxes" });
  const now = clock.now();
  const until = new Date(now.getTime() + request.forMs);
  const copied = mailboxes.map((mailbox) => {
    const load = byMailbox.get(mailbox.id) ?? { counted: [], waiting: [] };
    return { mailbox, load, pause: pauses.get(mailbox.id), now };
  });
  const losing = user?.suppressBounced ? (["bounce", "unsubscribe"] as const) : (["unsubscribe"] as const);
  const outcomes = playRehearsal(copied, { ...request, losing }, until);
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  const { timezone } = request;
  const rehearsal = { id: ids.objectId(), userId, createdAt: now, expiresAt, until, timezone, ...resultOf(outcomes, timezone) };
  await rehearsals.insert(rehearsal, outcomes);
  return rehearsal;
};

/** A kept rehearsal. Throws 404. */
export const readRehearsal = async ({ rehearsals }: Pick<RehearsePorts, "rehearsals">, userId: string, id: string): Promise<Rehearsal> => {
  const found = await rehearsals.find(userId, id);
  if (!found) throw notFound("Rehearsal");
  return found;
};

/** A page of a kept rehearsal's emails, and the number at which the next one begins. Throws 404. */
export const readOutcomes = async (
  { rehearsals }: Pick<RehearsePorts, "rehearsals">,
  userId: string,
  id: string,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<{ readonly emails: readonly Outcome[]; readonly next: number | undefined }> => {
  const found = await rehearsals.outcomes(userId, id, start, limit + 1);
  if (!found) throw notFound("Rehearsal");
  return { emails: found.slice(0, limit), next: found.length > limit ? start + limit : undefined };
};
