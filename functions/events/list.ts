import { listEvents as operation } from "#shared/contract/events.ts";
import type { Feeds } from "#shared/domain/events/ports.ts";
import { readFeed } from "#shared/domain/events/read-feed.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { feedOut } from "#shared/mapping/events.ts";
import { feeds, gate } from "#shared/runtime/store.ts";

/** GET /v1/events. */
export const listEvents = (ports: { gate: Gate; feeds: Feeds }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => feedOut(await readFeed(ports, userId, query), query.limit));

export const handler = listEvents({ gate, feeds });
