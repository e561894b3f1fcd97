import { listMessages as operation } from "#shared/inbox/contract/inbox.ts";
import { listMessages as list } from "#shared/inbox/list-messages.ts";
import { messageFilterIn, messageOut, syncReportOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { freshPull } from "#shared/inbox/wiring/fresh-pull.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { messagesWithBodies as messages, search } from "#shared/inbox/wiring/stores.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

const ports = { mailboxes, messages, search, sends, threads, freshPull };

/** GET /v1/inbox/messages. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const { limit, offset, fresh, include_bodies: includeBodies } = query;
  const filter = messageFilterIn(query);
  const found = await list(ports, userId, { filter, query: query.q, page: query, includeBodies, fresh, within });
  return { messages: found.messages.map(messageOut), limit, offset, ...(found.sync && { sync: found.sync.map(syncReportOut) }) };
});
