import { getThread as operation } from "#shared/contract/inbox.ts";
import { viewThread } from "#shared/domain/conversations/view-thread.ts";
import { threadMessageOut, threadOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { messages } from "#shared/runtime/ports/messages.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { threads } from "#shared/runtime/ports/threads.ts";

const ports = { threads, messages, sends };

/** GET /v1/inbox/threads/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  const { thread, entries } = await viewThread(ports, userId, params.id);
  return { thread: threadOut(thread), messages: entries.map(threadMessageOut) };
});
