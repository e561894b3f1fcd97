import { sweep } from "#shared/service/sweep.ts";
import { memoryMetrics } from "./memory/metrics.ts";
import type { DnsLookups } from "#shared/mailboxes/dns/dns-record.ts";
import { log } from "#shared/platform/log.ts";

const purges = { begin: async () => undefined, step: async () => false };
const threadReconciliation = { endSnoozes: async () => [], countSent: async () => 0, goOn: async () => false, check: async () => [] };
const sandbox = { worlds: { due: async () => [] }, wakeIn: async () => undefined };
const metrics = { ...memoryMetrics().metrics, behind: async () => [] as readonly string[] };
const sweepPorts = {
  copies: { waiting: async () => [] },
  webhookDeliveries: { forgotten: async () => [] },
  webhookQueue: { wake: async () => undefined },
  deliveries: {
    recover: async () => ({ woken: [], failed: [], more: false }),
    expire: async () => ({ failed: [], more: false }),
    expireHolds: async () => ({ cancelled: [], more: false }),
    forgotten: async () => ({ found: [] }),
  },
  sends: { endFollowUps: async () => [] },
  wakeUps: { wake: async () => undefined },
  eventOutbox: { publish: async () => [], forgotten: async () => [] },
  threadReconciliation,
  search: { index: async () => 0 },
  mailboxes: { find: async () => undefined, note: async () => true, dnsCheckedBefore: async () => [] },
  dns: {} as DnsLookups,
  sandbox,
  sequences: { settle: async () => ({ cancelled: [], more: false }), unsettled: async () => [], settled: async () => undefined },
  purges,
  metrics,
  clock: { now: () => new Date() },
  log,
};
/** A sweep that finds nothing to do. */
export const swept = () => sweep(sweepPorts);
const fault = () => Promise.reject(new Error("no database"));
const source = "sends" as const;
/** A sweep in which one step fails, for each step. */
export const brokenSweeps = {
  sends: () => sweep({ ...sweepPorts, deliveries: { ...sweepPorts.deliveries, recover: fault } }),
  sequences: () => sweep({ ...sweepPorts, sequences: { ...sweepPorts.sequences, unsettled: fault } }),
  events: () => sweep({ ...sweepPorts, eventOutbox: { publish: fault, forgotten: async () => [{ source, ids: ["a"] }] } }),
  copies: () => sweep({ ...sweepPorts, copies: { waiting: fault } }),
  threads: () => sweep({ ...sweepPorts, threadReconciliation: { ...threadReconciliation, check: fault } }),
  purges: () => sweep({ ...sweepPorts, purges: { ...purges, step: fault } }),
  dns: () => sweep({ ...sweepPorts, mailboxes: { ...sweepPorts.mailboxes, dnsCheckedBefore: fault } }),
  search: () => sweep({ ...sweepPorts, search: { index: fault } }),
  metrics: () => sweep({ ...sweepPorts, metrics: { ...metrics, behind: fault } }),
  worlds: () => sweep({ ...sweepPorts, sandbox: { ...sandbox, worlds: { due: fault } } }),
};
