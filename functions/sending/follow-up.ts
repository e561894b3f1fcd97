import { followUp as operation } from "#shared/contract/sending.ts";
import { acceptFollowUp } from "#shared/domain/conversations/follow-up.ts";
import { replyIn, replyOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { answering } from "#shared/runtime/ports/answering.ts";

/** POST /v1/send/{id}/reply. */
export const handler = endpoint(operation, ({ userId, params: { id }, body, claim }) =>
  acceptFollowUp(answering, { userId, id }, replyIn(body), { claim, answer: replyOut }),
);
