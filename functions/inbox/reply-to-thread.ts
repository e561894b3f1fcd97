import { replyToThread as operation } from "#shared/contract/inbox.ts";
import { replyToThread as reply } from "#shared/domain/conversations/reply.ts";
import { replyIn, replyOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { answering } from "#shared/runtime/ports/answering.ts";

/** POST /v1/inbox/threads/{id}/reply. */
export const handler = endpoint(operation, ({ userId, params: { id }, body, claim }) =>
  reply(answering, { userId, id }, replyIn(body), { claim, answer: replyOut }),
);
