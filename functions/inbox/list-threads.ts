import { listThreads as operation } from "#shared/contract/inbox.ts";
import { type FilterPorts, settleFilter } from "#shared/domain/inbox/list-messages.ts";
import type { Threads } from "#shared/domain/conversations/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { threadFilterIn, threadOut } from "#shared/mapping/inbox.ts";
import { gate, mailboxes, messages, sends, threads } from "#shared/runtime/store.ts";

/** GET /v1/inbox/threads. */
export const listThreads = (ports: FilterPorts & { gate: Gate; threads: Threads }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => {
    const { limit, offset } = query;
    const filter = await settleFilter(ports, userId, threadFilterIn(query));
    return { threads: (await ports.threads.list(userId, filter, query)).map(threadOut), limit, offset };
  });

export const handler = listThreads({ gate, threads, messages, mailboxes, sends });
