import { getSequence as operation } from "#shared/sequences/contract/sequences.ts";
import { findSequence } from "#shared/sequences/change.ts";
import { sequenceOut } from "#shared/sequences/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";

/** GET /v1/sequences/{id}. */
export const handler = endpoint(operation, async ({ userId, params: { id } }) => {
  const [sequence, numbers] = await Promise.all([findSequence({ sequences }, userId, id), sequences.numbers(userId, id)]);
  return sequenceOut(sequence, numbers);
});
