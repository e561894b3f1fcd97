/** The limits of an Atlas tier, and the settings of a stage on it. */
export interface Cluster {
  /** Connections that a node accepts (Atlas, "Connection Limits and Cluster Tier"). */
  readonly connections: number;
  /** Its disk, GB: what is included, and the most ("Cluster Configuration Costs" for M10; the others' largest are assumed). */
  readonly disk: { readonly includedGb: number; readonly mostGb: number };
  /** The connection pool of a job's process. */
  readonly workerPool: number;
  /** The jobs' concurrency as a fraction of prod's (shared/service/jobs.ts). */
  readonly share: number;
  /** The most API calls that may wait for foreign servers at once, over all functions. */
  readonly outsideCalls: number;
  /** API Gateway's throttle: requests a second and at once, over all accounts. */
  readonly throttle: { readonly rate: number; readonly burst: number };
}

/**
 * Atlas tiers. The numbers keep the connections below nine tenths of the limit, even while a canary runs processes of two versions; a test computes
 * it.
 */
export const clusters = {
  M10: {
    disk: { includedGb: 10, mostGb: 120 },
    connections: 1_500,
    workerPool: 2,
    share: 0.4,
    outsideCalls: 20,
    throttle: { rate: 200, burst: 250 },
  },
  M30: {
    disk: { includedGb: 40, mostGb: 512 },
    connections: 3_000,
    workerPool: 3,
    share: 0.8,
    outsideCalls: 60,
    throttle: { rate: 500, burst: 400 },
  },
  M40: {
    disk: { includedGb: 80, mostGb: 1_024 },
    connections: 6_000,
    workerPool: 4,
    share: 1.5,
    outsideCalls: 100,
    throttle: { rate: 1_000, burst: 700 },
  },
} as const satisfies Readonly<Record<string, Cluster>>;

/** The name of a tier. */
export type ClusterName = keyof typeof clusters;

/** The connection pool of an API function: it serves one request at a time, which reads at most two things at once. */
export const API_POOL = 2;

/** The load that a stage with a share of 1 carries in `npm run simulate`: mailboxes polled every two minutes on time, and emails a day. */
const SIMULATED = { mailboxes: 100_000, emailsADay: 1_000_000 };

/** The load that a cluster carries: the simulated load times its share, but never more than was simulated. */
export const carriedBy = (name: ClusterName): { readonly mailboxes: number; readonly emailsADay: number } => {
  const share = Math.min(1, clusters[name].share);
  return { mailboxes: SIMULATED.mailboxes * share, emailsADay: SIMULATED.emailsADay * share };
};
