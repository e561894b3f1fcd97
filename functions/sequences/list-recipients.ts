import { listRecipients as operation } from "#shared/sequences/contract/people.ts";
import { findSequence } from "#shared/sequences/change.ts";
import { personOut } from "#shared/sequences/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { people, sequences } from "#shared/sequences/wiring/stores.ts";

/** GET /v1/sequences/{id}/recipients. */
export const handler = endpoint(operation, async ({ userId, params, query }) => {
  const { id } = await findSequence({ sequences }, userId, params.id);
  const found = await people.list(userId, id, query);
  return { recipients: found.map(personOut), limit: query.limit, offset: query.offset };
});
