import { addRecipients as operation } from "#shared/sequences/contract/people.ts";
import { mailboxesWithin } from "#shared/accounts/auth/bounds.ts";
import { enrol } from "#shared/sequences/enrol.ts";
import { addedOut, newPersonIn } from "#shared/sequences/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { bodyDays } from "#shared/platform/wiring/database.ts";
import { accepting } from "#shared/sending/wiring/accepting.ts";
import { people, sequences } from "#shared/sequences/wiring/stores.ts";
import { following } from "#shared/threads/wiring/following.ts";

const keptDays = () => bodyDays().kept;

/** POST /v1/sequences/{id}/recipients. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params, body: { recipients }, claim }) => {
    const ports = { ...accepting, mailboxes: mailboxesWithin(accepting.mailboxes, key.bounds), sequences, people, following, keptDays };
    const answer = (results: Parameters<typeof addedOut>[1]) => addedOut(recipients, results, key);
    return enrol(ports, { userId, id: params.id }, recipients.map(newPersonIn), { by: key, claim, answer });
  }),
);
