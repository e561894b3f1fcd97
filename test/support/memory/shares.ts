import { mostOf, type Share, type Shares, type Waiter } from "#shared/platform/fair-shares.ts";

/** Shares in memory, by a clock (ms). */
export const memoryShares = (now: () => number = Date.now): Shares => {
  const pools = new Map<string, { held: { account: string; until: number }[]; line: Waiter[] }>();
  return {
    take: async (name, { account, most, leaseMs, what }) => {
      const pool = pools.get(name) ?? { held: [], line: [] };
      pools.set(name, pool);
      pool.held = pool.held.filter(({ until }) => until > now());
      const mayTake = (who: string) => {
        const [free, own] = [most - pool.held.length, pool.held.filter((one) => one.account === who).length];
        return free > 0 && own < mostOf(free, own);
      };
      if (what !== undefined) pool.line = pool.line.filter((one) => one.account !== account || one.what !== what);
      if (!mayTake(account)) {
        if (what !== undefined) pool.line.push({ account, what });
        return pool.held.length >= most ? "full" : "beyond";
      }
      const mine = { account, until: now() + leaseMs };
      pool.held.push(mine);
      const share: Share = {
        renew: async () => void (mine.until = now() + leaseMs),
        free: async () => {
          pool.held = pool.held.filter((one) => one !== mine && one.until > now());
          const next = pool.line.find((waiter) => mayTake(waiter.account));
          pool.line = pool.line.filter((waiter) => waiter !== next);
          return next;
        },
      };
      return share;
    },
  };
};
