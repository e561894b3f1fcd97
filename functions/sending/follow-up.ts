import { followUp as operation } from "#shared/sending/contract/sending.ts";
import { acceptFollowUp } from "#shared/threads/follow-up.ts";
import { replyIn, replyOut } from "#shared/threads/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { answering } from "#shared/threads/wiring/answering.ts";

/** POST /v1/send/{id}/reply. */
export const handler = endpoint(
  operation,
  audited(operation, ({ userId, params: { id }, body, key, claim }) =>
    acceptFollowUp(answering, { userId, id }, replyIn(body), { by: key, claim, answer: replyOut }),
  ),
);
