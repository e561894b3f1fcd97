import { approveSends as operation } from "#shared/sending/contract/held.ts";
import { approveMany } from "#shared/sending/approve-held.ts";
import { approvalOut } from "#shared/sending/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { approving, approverOf } from "#shared/sending/wiring/approving.ts";

/** POST /v1/send/approve. */
export const handler = endpoint(operation, async (request) => {
  const { userId, body, within } = request;
  const items = body.items.map(({ id, revision, even_if_answered: evenIfAnswered, if_last_message_id: ifLastMessageId }) => ({
    id,
    revision,
    evenIfAnswered,
    ifLastMessageId,
  }));
  const results = await approveMany(approving, { userId, within: await within() }, items, approverOf(operation, request));
  return { results: results.map(({ id, result }) => approvalOut(id, result)) };
});
