import { getThread as operation } from "#shared/contract/inbox.ts";
import { viewThread, type ViewPorts } from "#shared/domain/conversations/view-thread.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { threadMessageOut, threadOut } from "#shared/mapping/inbox.ts";
import { gate, messages, sends, threads } from "#shared/runtime/store.ts";

/** GET /v1/inbox/threads/{id}. */
export const getThread = (ports: ViewPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    const { thread, entries } = await viewThread(ports, userId, params.id);
    return { thread: threadOut(thread), messages: entries.map(threadMessageOut) };
  });

export const handler = getThread({ gate, threads, messages, sends });
