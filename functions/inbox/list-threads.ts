import { listThreads as operation } from "#shared/contract/inbox.ts";
import { listThreads as list, type ListThreadsPorts } from "#shared/domain/conversations/list-threads.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { threadFilterIn, threadOut } from "#shared/mapping/inbox.ts";
import { gate, mailboxes, messages, search, sends, threads } from "#shared/runtime/store.ts";

/** GET /v1/inbox/threads. */
export const listThreads = (ports: ListThreadsPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => {
    const { limit, offset } = query;
    const found = await list(ports, userId, { ...threadFilterIn(query), query: query.q }, query);
    return { threads: found.map(threadOut), limit, offset };
  });

export const handler = listThreads({ gate, threads, messages, search, mailboxes, sends });
