import { getMetrics as operation } from "#shared/contract/account-metrics.ts";
import { readMetrics } from "#shared/domain/metrics/read-metrics.ts";
import { spanOf } from "#shared/domain/metrics/span.ts";
import { metricsOut } from "#shared/mapping/metrics.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { isInMaintenance } from "#shared/runtime/ports/maintenance.ts";
import { metrics } from "#shared/runtime/ports/metrics.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { metrics, isInMaintenance };

/** GET /v1/metrics. */
export const handler = endpoint(operation, async ({ userId, query: { limit, offset, cursor, ...asked }, within }) =>
  metricsOut({
    ...(await readMetrics(ports, userId, { ...spanOf(asked, clock.now()), mailboxIds: await within() }, { limit, offset, cursor })),
    limit,
    offset,
  }),
);
