import { patchThread as operation } from "#shared/contract/inbox.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { Threads } from "#shared/domain/conversations/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { threadOut } from "#shared/mapping/inbox.ts";
import { gate, threads } from "#shared/runtime/store.ts";

/** PATCH /v1/inbox/threads/{id}. */
export const patchThread = (ports: { gate: Gate; threads: Threads }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) => {
    const thread = await ports.threads.setRead(userId, params.id, body.is_read);
    if (!thread) throw notFound("Thread");
    return threadOut(thread);
  });

export const handler = patchThread({ gate, threads });
