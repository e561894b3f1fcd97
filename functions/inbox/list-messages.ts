import { listMessages as operation } from "#shared/contract/inbox.ts";
import { listMessages as list } from "#shared/domain/inbox/list-messages.ts";
import { messageFilterIn, messageOut, syncReportOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { freshPull } from "#shared/runtime/ports/fresh-pull.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { messages } from "#shared/runtime/ports/messages.ts";
import { search } from "#shared/runtime/ports/search.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { threads } from "#shared/runtime/ports/threads.ts";

const ports = { mailboxes, messages, search, sends, threads, freshPull };

/** GET /v1/inbox/messages. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const { limit, offset, fresh, include_bodies: includeBodies } = query;
  const filter = messageFilterIn(query);
  const found = await list(ports, userId, { filter, query: query.q, page: query, includeBodies, fresh, within });
  return { messages: found.messages.map(messageOut), limit, offset, ...(found.sync && { sync: found.sync.map(syncReportOut) }) };
});
