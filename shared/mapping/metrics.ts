import { metricsList } from "../contract/account-metrics.ts";
import type { readMetrics } from "../domain/metrics/read-metrics.ts";
import type { Page } from "../domain/ports.ts";
import { type From, toWire } from "./wire.ts";

type Answer = Awaited<ReturnType<typeof readMetrics>> & Pick<Page, "limit" | "offset"> & { readonly nextCursor?: undefined };

/** Metrics in the API. */
export const metricsOut: From<Answer, typeof metricsList> = toWire(metricsList);
