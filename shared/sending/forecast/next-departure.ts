import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { QueuedSend, Sends } from "../ports/sends.ts";
import { AHEAD_MS, forecastOf } from "./eta.ts";

/** When an email is to leave, as far as its sender's mailbox does not decide. */
export type Timing = Omit<QueuedSend, "id" | "createdAt" | "dueAt"> & { readonly dueAt: Date };

/** When mailboxes would send one more email, while a batch is divided among them. */
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

/** The departures of mailboxes, given the times of all emails that are to be divided; the queries are those of one forecast. */
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
