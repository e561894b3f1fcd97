import { replyToMessage as operation } from "#shared/inbox/contract/inbox.ts";
import { replyToMessage as reply } from "#shared/threads/reply.ts";
import { replyIn, replyOut } from "#shared/threads/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { answering } from "#shared/threads/wiring/answering.ts";

/** POST /v1/inbox/messages/{id}/reply. */
export const handler = endpoint(
  operation,
  audited(operation, ({ userId, params: { id }, body, key, claim }) =>
    reply(answering, { userId, id }, replyIn(body), { by: key, claim, answer: replyOut }),
  ),
);
