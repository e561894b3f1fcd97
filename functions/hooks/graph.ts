import { graphHook as operation } from "#shared/inbox/contract/hooks.ts";
import { takeGraphHints } from "#shared/inbox/hints/take-hints.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { hints, isPushOn } from "#shared/inbox/wiring/hints.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";

const ports = { hints, syncQueue, isOn: isPushOn };

/** POST /v1/hooks/graph. */
export const handler = endpoint(operation, (request) => takeGraphHints(ports, request));
