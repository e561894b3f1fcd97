import { mergeThread as operation } from "#shared/contract/corrections.ts";
import { insufficientScope, notFound } from "#shared/domain/errors.ts";
import type { Corrections } from "#shared/domain/conversations/corrections.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { threadOut } from "#shared/mapping/inbox.ts";
import { corrections, gate } from "#shared/runtime/store.ts";

/** POST /v1/inbox/threads/{id}/merge. */
export const mergeThread = (ports: { gate: Gate; corrections: Pick<Corrections, "merge"> }) =>
  endpoint(ports.gate, operation, async ({ userId, key, params, body }) => {
    // It decides whom answers go to, and what they quote.
    if (!key.scopes.includes("send")) throw insufficientScope("send");
    const thread = await ports.corrections.merge(userId, params.id, body.thread_id);
    if (!thread) throw notFound("Thread");
    return threadOut(thread);
  });

export const handler = mergeThread({ gate, corrections });
