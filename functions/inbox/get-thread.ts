import { getThread as operation } from "#shared/inbox/contract/inbox.ts";
import { viewThread } from "#shared/threads/view-thread.ts";
import { threadMessageOut, threadOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { messagesWithBodies as messages } from "#shared/inbox/wiring/stores.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { notes, threads } from "#shared/threads/wiring/stores.ts";

const ports = { threads, messages, notes, sends };

/** GET /v1/inbox/threads/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  const { thread, entries } = await viewThread(ports, userId, params.id);
  return { thread: threadOut(thread), messages: entries.map(threadMessageOut) };
});
