import { listThreads as operation } from "#shared/inbox/contract/inbox.ts";
import { listThreads } from "#shared/threads/view-thread.ts";
import { threadFilterIn, threadOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { messages, search } from "#shared/inbox/wiring/stores.ts";
import { sends } from "#shared/sending/wiring/stores.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

const ports = { threads, messages, search, mailboxes, sends };

/** GET /v1/inbox/threads. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const { limit, offset } = query;
  const found = await listThreads(ports, userId, { ...threadFilterIn(query), query: query.q, mailboxIds: await within() }, query);
  return { threads: found.map(threadOut), limit, offset };
});
