import { listThreads as operation } from "#shared/contract/inbox.ts";
import { listThreads } from "#shared/domain/conversations/list-threads.ts";
import { threadFilterIn, threadOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { messages } from "#shared/runtime/ports/messages.ts";
import { search } from "#shared/runtime/ports/search.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { threads } from "#shared/runtime/ports/threads.ts";

const ports = { threads, messages, search, mailboxes, sends };

/** GET /v1/inbox/threads. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const { limit, offset } = query;
  const found = await listThreads(ports, userId, { ...threadFilterIn(query), query: query.q, mailboxIds: await within() }, query);
  return { threads: found.map(threadOut), limit, offset };
});
