import { patchThread as operation } from "#shared/inbox/contract/inbox.ts";
import { changeThread } from "#shared/threads/change-thread.ts";
import { threadOut, threadChangesIn } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { log } from "#shared/platform/log.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

const ports = { threads, eventOutbox, log };

/** PATCH /v1/inbox/threads/{id}. */
export const handler = endpoint(operation, async ({ userId, params, body }) =>
  threadOut(await changeThread(ports, userId, params.id, threadChangesIn(body), threadOut)),
);
