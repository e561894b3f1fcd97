/** What a tier of Atlas carries, and what a stage on it is set to. */
export interface Cluster {
  /** Connections that a node takes (Atlas, "Connection Limits and Cluster Tier"). */
  readonly connections: number;
  /** Connections in the pool of a job's environment. */
  readonly workerPool: number;
  /** The part of prod's calls at once (shared/contract/jobs.ts) that the jobs get. */
  readonly share: number;
  /** Calls that wait for servers of others at once, over all functions of the API. */
  readonly outsideCalls: number;
  /** Requests a second, and at once, that API Gateway lets through over all accounts. */
  readonly throttle: { readonly rate: number; readonly burst: number };
}

/** Atlas' tiers. The numbers keep the connections below nine tenths of the limit, also while a canary holds environments of two versions; a test computes it. */
export const clusters = {
  M10: { connections: 1_500, workerPool: 2, share: 0.4, outsideCalls: 20, throttle: { rate: 200, burst: 250 } },
  M30: { connections: 3_000, workerPool: 3, share: 0.8, outsideCalls: 60, throttle: { rate: 500, burst: 400 } },
  M40: { connections: 6_000, workerPool: 4, share: 1.5, outsideCalls: 100, throttle: { rate: 1_000, burst: 700 } },
} as const satisfies Readonly<Record<string, Cluster>>;

/** The name of a tier. */
export type ClusterName = keyof typeof clusters;

/** Connections in the pool of a function of the API: it serves one request at a time, which reads at most two things at once. */
export const API_POOL = 2;

/** What a stage with a share of 1 does in `npm run simulate`: mailboxes polled every two minutes in time, and emails a day. */
const SIMULATED = { mailboxes: 100_000, emailsADay: 1_000_000 };

/** What a cluster carries, by the simulation and its share, never more than was simulated. */
export const carriedBy = (name: ClusterName): { readonly mailboxes: number; readonly emailsADay: number } => {
  const share = Math.min(1, clusters[name].share);
  return { mailboxes: SIMULATED.mailboxes * share, emailsADay: SIMULATED.emailsADay * share };
};
