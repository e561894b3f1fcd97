import { listSequences as operation } from "#shared/sequences/contract/sequences.ts";
import { sequenceOut } from "#shared/sequences/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";

/** GET /v1/sequences. */
export const handler = endpoint(operation, async ({ userId, within, query: { mailbox_id: mailboxId, limit, offset, cursor } }) => {
  const found = await sequences.list(userId, { mailboxId, mailboxIds: await within() }, { limit, offset, cursor });
  return { sequences: found.map((one) => sequenceOut(one)), limit, offset };
});
