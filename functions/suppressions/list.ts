import { listSuppressions as operation, suppressionOut } from "#shared/suppressions/contract/suppressions.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";

/** GET /v1/suppressions. */
export const handler = endpoint(operation, async ({ userId, query: { limit, offset, cursor, email, domain, reason } }) => ({
  suppressions: (await suppressions.list(userId, { email: email ?? domain, reason }, { limit, offset, cursor })).map(suppressionOut),
  limit,
  offset,
}));
