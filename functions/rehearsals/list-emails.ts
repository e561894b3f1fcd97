import { listRehearsedEmails as operation, outcomesOut } from "#shared/sending/contract/rehearsal.ts";
import { readOutcomes } from "#shared/sending/forecast/rehearse.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { rehearsals } from "#shared/sending/wiring/stores.ts";

/** GET /v1/rehearsals/{id}/emails. */
export const handler = endpoint(operation, async ({ userId, params, query: { start, limit } }) =>
  outcomesOut(await readOutcomes({ rehearsals }, userId, params.id, { start, limit })),
);
