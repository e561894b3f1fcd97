import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { QueuedSend, Sends } from "../ports/sends.ts";
import { AHEAD_MS, forecastOf } from "../forecast/eta.ts";
import { conflict, notFound } from "#shared/platform/errors.ts";
import { noSuchPool, type Pool, type Pools } from "#shared/mailboxes/pools.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { departureFrom } from "../departure/departure.ts";
import type { ChosenBecause, Writer } from "../send.ts";
import { disconnected } from "../waiting.ts";
import { findOrigins, type OriginPorts, type Misplaced, type Placed, type Places, type SendRequest } from "./draft.ts";

/** When an email is to leave, as far as its sender's mailbox does not decide. */
export type Timing = Omit<QueuedSend, "id" | "createdAt" | "dueAt"> & { readonly dueAt: Date };

/** Forecasts when each mailbox would send one more email, while the emails of a batch are divided among mailboxes. */
export interface Departures {
  /** When a mailbox would send an email, ms since the epoch; Infinity when never. The same for all mailboxes when it takes too much to compute. */
  next(mailbox: Mailbox, timing: Timing): number;
  /** How much mail it has sent in the last 24 hours, has waiting and was given here. */
  mail(mailboxId: string): number;
  /** Counts an email that it was given. */
  take(mailboxId: string, timing: Timing): void;
}

/** Of how many further emails of the same timing one forecast computes the times, at most. */
const AT_ONCE = 64;
/** The most waiting and further emails that the forecasts of one request go through. */
const WORK_MAX = 150_000;

const keyOf = (timing: Timing): string => JSON.stringify(timing);

/** Makes the forecast for these mailboxes. `timings` are those of all emails to be divided; it makes the queries of a single forecast. */
export const departuresOf = async (
  sends: Pick<Sends, "loads" | "pauses">,
  mailboxIds: readonly string[],
  timings: readonly Timing[],
  now: Date,
): Promise<Departures> => {
  const untilOf = ({ dueAt, window }: Timing) => dueAt.getTime() + (window ? AHEAD_MS : 0);
  const until = new Date(timings.reduce((latest, timing) => Math.max(latest, untilOf(timing)), now.getTime()));
  const [{ byMailbox, isCut }, pauses] = await Promise.all([sends.loads(mailboxIds, until), sends.pauses(mailboxIds)]);
  const given = new Map<string, QueuedSend[]>();
  /** Of each mailbox, by timing: when it would send the next emails. */
  const series = new Map<string, Map<string, number[]>>();
  const times = Map.groupBy(timings, keyOf);
  const atOnce = (key: string) => Math.min(AT_ONCE, times.get(key)?.length ?? 1);
  let [work, made] = [isCut ? WORK_MAX : 0, 0];
  const loadOf = (id: string) => byMailbox.get(id) ?? { counted: [], waiting: [] };
  const queued = (timing: Timing): QueuedSend => ({ id: `next ${(made += 1)}`, createdAt: now, ...timing });

  const compute = (mailbox: Mailbox, timing: Timing, key: string): number[] => {
    const { counted, waiting } = loadOf(mailbox.id);
    const probes = Array.from({ length: atOnce(key) }, () => queued(timing));
    const all = [...waiting, ...(given.get(mailbox.id) ?? []), ...probes];
    work += all.length;
    const leaves = forecastOf({ mailbox, load: { counted, waiting: all }, pause: pauses.get(mailbox.id), now });
    return probes.map(({ id }) => leaves.get(id)?.getTime() ?? Infinity).toSorted((a, b) => a - b);
  };
  return {
    next: (mailbox, timing) => {
      if (work >= WORK_MAX) return 0;
      const known = series.get(mailbox.id) ?? new Map<string, number[]>();
      series.set(mailbox.id, known);
      const key = keyOf(timing);
      const next = known.get(key) ?? compute(mailbox, timing, key);
      known.set(key, next);
      return next[0] ?? Infinity;
    },
    mail: (id) => loadOf(id).counted.length + loadOf(id).waiting.length + (given.get(id)?.length ?? 0),
    take: (id, timing) => {
      const taken = given.get(id) ?? [];
      taken.push(queued(timing));
      given.set(id, taken);
      const key = keyOf(timing);
      const [, ...rest] = series.get(id)?.get(key) ?? [];
      // Forecasts of other timings do not know this email; those of its own do.
      series.set(id, new Map(rest.length > 0 ? [[key, rest]] : []));
    },
  };
};

/** With whom mailboxes have conversations. */
export interface Conversations {
  /**
   * For each of the addresses, in lower case, these mailboxes that have a conversation with it, the one with the latest first; of very many
   * conversations only the latest are read.
   */
  latest(userId: string, mailboxIds: readonly string[], addresses: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** The further dependencies of choosing a mailbox. */
export interface ChoosePorts {
  readonly pools: Pick<Pools, "findMany">;
  readonly conversations: Conversations;
  readonly sends: Pick<Sends, "loads" | "pauses">;
}

/** Whether a mailbox works as far as is known, and receivers trust its domain as they did. */
const isWell = ({ status, mailRefusedSince, dns }: Mailbox): boolean => status === "active" && !mailRefusedSince && !dns?.broken;

const timingOf = (email: SendRequest, now: Date): Timing => {
  const later = departureFrom(email, now, email.parentSentAt);
  const { window, sendBefore, sendAt } = email;
  return {
    dueAt: later ?? now,
    ...(later && { scheduledAt: later }),
    ...(window && { window }),
    ...(sendBefore && { sendBefore }),
    ...(sendAt && { sendAt }),
  };
};

/** Why none of several mailboxes can send an email: the reason that they have in common, or that of one that is connected. */
const unfit = (field: "pool" | "mailboxIds", refused: readonly Misplaced[]): Misplaced =>
  refused.find((one) => one.field !== "mailboxId") ?? { field, refusal: disconnected() };

/** The mailboxes among which an email's is chosen, as far as its writer may see them; or why it has none. */
const membersOf = (
  { mailboxIds, pool }: SendRequest,
  { pools, known, by }: { readonly pools: ReadonlyMap<string, Pool>; readonly known: ReadonlySet<string>; readonly by: Writer },
): readonly string[] | Misplaced => {
  if (mailboxIds) {
    return mailboxIds.every((id) => known.has(id)) ? mailboxIds : { field: "mailboxIds", refusal: notFound("Mailbox") };
  }
  const found = pools.get(pool ?? "");
  const seen = (found?.mailboxIds ?? []).filter((id) => known.has(id));
  if (seen.length > 0) return seen;
  // A bound key learns of a pool only by the mailboxes in it that it may see.
  const isHidden = !found || by.bounds !== undefined;
  return {
    field: "pool",
    refusal: isHidden ? noSuchPool() : conflict("The pool is empty", `the pool ${found.name} has no mailbox any more`),
  };
};

/** A mailbox among several and why it is the one. */
interface Choice {
  readonly placed: Placed;
  readonly because: ChosenBecause;
}

/** The first of these that sends soonest, of those that send equally soon the one with the least mail. */
const soonest = (among: readonly Placed[], timing: Timing, departures: Departures): Placed => {
  const ranked = among.map((placed) => ({ placed, at: departures.next(placed.mailbox, timing), mail: departures.mail(placed.mailbox.id) }));
  return ranked.toSorted((a, b) => a.at - b.at || a.mail - b.mail)[0]!.placed;
};

/** Chooses among the mailboxes that can send an email: by its conversation, by what works, by the earliest departure. */
const choose = (among: readonly Placed[], talking: readonly string[], soonestOf: (some: readonly Placed[]) => Placed): Choice => {
  for (const id of talking) {
    const placed = among.find(({ mailbox }) => mailbox.id === id);
    if (placed) return { placed, because: "conversation" };
  }
  const well = among.filter(({ mailbox }) => isWell(mailbox));
  const [only, ...others] = well.length > 0 ? well : among;
  if (only && others.length === 0) return { placed: only, because: "active" };
  return { placed: soonestOf(well.length > 0 ? well : among), because: "eta" };
};

/**
 * Chooses the mailbox and address that each email leaves from, when some requests name several mailboxes or a pool; earlier emails of a request count
 * in the choice. The number of queries does not depend on the number of emails.
 */
export const choosing = async (
  ports: OriginPorts & { readonly choosing?: () => Promise<ChoosePorts>; readonly clock: Clock },
  userId: string,
  requests: readonly SendRequest[],
  by: Writer,
): Promise<Places> => {
  if (!ports.choosing) throw new Error("an email names several mailboxes where it must name one");
  const { pools, conversations, sends } = await ports.choosing();
  const names = [...new Set(requests.flatMap(({ pool }) => pool ?? []))];
  const found = names.length > 0 ? await pools.findMany(userId, names) : [];
  const byName = new Map(found.map((pool) => [pool.name, pool]));
  const candidates = new Set(requests.flatMap(({ mailboxIds, pool = "" }) => mailboxIds ?? byName.get(pool)?.mailboxIds ?? []));
  const named = requests.flatMap(({ mailboxId }) => mailboxId ?? []);
  const originOf = await findOrigins(ports, userId, [...candidates, ...named]);
  const origins = [...candidates].map((id) => ({ id, origin: originOf({ mailboxId: id }) }));
  const known = new Set(origins.flatMap(({ id, origin }) => ("refusal" in origin && origin.refusal.reason === "notFound" ? [] : [id])));
  const ids = origins.flatMap(({ id, origin }) => ("refusal" in origin ? [] : [id]));
  const now = ports.clock.now();
  const addressOf = ({ to }: SendRequest) => to.email.toLowerCase();
  const choosers = requests.filter(({ mailboxId }) => mailboxId === undefined);
  const addresses = [...new Set(choosers.map(addressOf))].filter((address) => address !== "");
  const [talks, departures] = await Promise.all([
    conversations.latest(userId, ids, addresses),
    departuresOf(
      sends,
      ids,
      choosers.map((request) => timingOf(request, now)),
      now,
    ),
  ]);
  const begun = new Map<string, string>();
  const settle = (request: SendRequest, placed: Placed, timing: Timing, beginsThread: boolean): Placed => {
    departures.take(placed.mailbox.id, timing);
    if (beginsThread) begun.set(addressOf(request), placed.mailbox.id);
    return placed;
  };
  const placeOf: Places["placeOf"] = (request, beginsThread = false) => {
    const timing = timingOf(request, now);
    if (request.mailboxId !== undefined) {
      const origin = originOf({ ...request, mailboxId: request.mailboxId });
      return "refusal" in origin ? origin : settle(request, origin, timing, beginsThread);
    }
    const members = membersOf(request, { pools: byName, known, by });
    if ("refusal" in members) return members;
    const judged = members.map((mailboxId) => originOf({ ...request, mailboxId }));
    const fit = judged.flatMap((one) => ("refusal" in one ? [] : [one]));
    if (fit.length === 0)
      return unfit(
        request.mailboxIds ? "mailboxIds" : "pool",
        judged.flatMap((one) => ("refusal" in one ? [one] : [])),
      );
    const address = addressOf(request);
    const talking = [...(begun.has(address) ? [begun.get(address)!] : []), ...(talks.get(address) ?? [])];
    const { placed, because } = choose(fit, talking, (some) => soonest(some, timing, departures));
    return settle(request, { ...placed, chosenBecause: because }, timing, beginsThread);
  };
  return { placeOf, originOf };
};
