import { getMetrics as operation, metricsOut } from "#shared/metrics/contract.ts";
import { readMetrics } from "#shared/metrics/read-metrics.ts";
import { spanOf } from "#shared/metrics/counts.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { metrics } from "#shared/metrics/wiring.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { metrics, isInMaintenance };

/** GET /v1/metrics. */
export const handler = endpoint(operation, async ({ userId, query: { limit, offset, cursor, ...asked }, within }) =>
  metricsOut({
    ...(await readMetrics(ports, userId, { ...spanOf(asked, clock.now()), mailboxIds: await within() }, { limit, offset, cursor })),
    limit,
    offset,
  }),
);
