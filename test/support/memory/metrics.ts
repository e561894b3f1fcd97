import { createHash } from "node:crypto";
import { added } from "#shared/metrics/counts.ts";
import type { CountedAcceptance, CountedEvent, Subject, Tally } from "#shared/metrics/data-points.ts";
import type { CountedUpTo, Metrics, MetricsRow } from "#shared/metrics/count-up.ts";

const AT_ONCE = 200;

/** What an account's counters are made from, and its counters. */
interface Account {
  readonly events: CountedEvent[];
  readonly accepted: CountedAcceptance[];
  readonly sends: Map<string, Subject>;
  readonly domains: Map<string, string>;
  readonly rows: Map<string, Tally & MetricsRow>;
  upTo: CountedUpTo;
  settled: CountedUpTo;
}

const isSame = (a: CountedUpTo, b: CountedUpTo) => a.sequence === b.sequence && a.accepted === b.accepted;
const nowhere: CountedUpTo = { sequence: 0, accepted: 0 };
const lastOf = ({ events, accepted }: Account): CountedUpTo => ({ sequence: events.length, accepted: accepted.length });

/** Metrics in memory; `accountOf` has what a test lets happen. */
export const memoryMetrics = () => {
  const accounts = new Map<string, Account>();
  const accountOf = (userId: string): Account => {
    const account: Account = accounts.get(userId) ?? {
      events: [],
      accepted: [],
      sends: new Map(),
      domains: new Map(),
      rows: new Map(),
      upTo: nowhere,
      settled: nowhere,
    };
    accounts.set(userId, account);
    return account;
  };
  const addTo = (userId: string, tallies: readonly Tally[]): void => {
    const { rows } = accountOf(userId);
    for (const one of tallies) {
      const name = JSON.stringify([userId, one.interval, one.by, one.at, one.key]);
      const counts = added(rows.get(name)?.counts ?? {}, one.counts);
      rows.set(name, { ...one, counts, id: createHash("sha256").update(name).digest("hex").slice(0, 24) });
    }
  };
  const metrics: Metrics = {
    uncounted: async (userId) => {
      const { events, accepted, sends, domains, upTo: from } = accountOf(userId);
      const some = {
        events: events.slice(from.sequence, from.sequence + AT_ONCE),
        accepted: accepted.slice(from.accepted, from.accepted + AT_ONCE),
      };
      const to = { sequence: from.sequence + some.events.length, accepted: from.accepted + some.accepted.length };
      return { from, to, ...some, sends, domains, more: !isSame(to, lastOf(accountOf(userId))) };
    },
    add: async (userId, { from, to }, tallies) => {
      const account = accountOf(userId);
      if (!isSame(account.upTo, from)) return false;
      account.upTo = to;
      addTo(userId, tallies);
      return true;
    },
    count: async (userId, tallies) => addTo(userId, tallies),
    behind: async () => [...accounts].flatMap(([id, account]) => (isSame(account.settled, lastOf(account)) ? [] : [id])),
    settle: async (userId, upTo) => {
      accountOf(userId).settled = upTo;
    },
    rows: async (userId, { interval, by, from, to }, { limit, offset, cursor }) =>
      [...accountOf(userId).rows.values()]
        .filter((row) => row.interval === interval && row.by === by && row.at >= from && row.at < to)
        .filter(({ at, id }) => !cursor || at < cursor.at || (at.getTime() === cursor.at.getTime() && id < cursor.id))
        .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .slice(offset, offset + limit)
        .map(({ id, at, key, counts }) => ({ id, at, key, counts })),
  };
  return { metrics, accountOf };
};
