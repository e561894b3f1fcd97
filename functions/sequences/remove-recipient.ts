import { removeRecipient as operation } from "#shared/sequences/contract/people.ts";
import { removePerson } from "#shared/sequences/change.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { log } from "#shared/platform/log.ts";
import { people } from "#shared/sequences/wiring/stores.ts";

const ports = { people, eventOutbox, log };

/** DELETE /v1/sequences/{id}/recipients/{recipient_id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    await removePerson(ports, userId, { sequenceId: params.id, id: params.recipient_id });
    return undefined;
  }),
);
