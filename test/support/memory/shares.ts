import { mostOf, type Share, type Shares, type Waiter } from "#shared/platform/fair-shares.ts";

/** Shares in memory, by a clock (ms). */
export const memoryShares = (now: () => number = Date.now): Shares => {
  const pools = new Map<string, { held: { account: string; until: number }[]; line: Map<string, Waiter> }>();
  return {
    take: async (name, { account, most, leaseMs, what }) => {
      const pool = pools.get(name) ?? { held: [], line: new Map<string, Waiter>() };
      pools.set(name, pool);
      pool.held = pool.held.filter(({ until }) => until > now());
      const mayTake = (who: string) => {
        const [free, own] = [most - pool.held.length, pool.held.filter((one) => one.account === who).length];
        return free > 0 && own < mostOf(free, own);
      };
      const place = JSON.stringify([account, what]);
      pool.line.delete(place);
      if (!mayTake(account)) {
        if (what !== undefined) pool.line.set(place, { account, what });
        return pool.held.length >= most ? "full" : "beyond";
      }
      const mine = { account, until: now() + leaseMs };
      pool.held.push(mine);
      const share: Share = {
        renew: async () => void (mine.until = now() + leaseMs),
        free: async () => {
          pool.held = pool.held.filter((one) => one !== mine && one.until > now());
          const may = new Map<string, boolean>();
          for (const [place, waiter] of pool.line) {
            if (!may.has(waiter.account)) may.set(waiter.account, mayTake(waiter.account));
            if (!may.get(waiter.account)) continue;
            pool.line.delete(place);
            return waiter;
          }
          return undefined;
        },
      };
      return share;
    },
  };
};
