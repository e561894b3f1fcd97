import { listSuppressions as operation } from "#shared/contract/suppressions.ts";
import { suppressionOut } from "#shared/mapping/suppressions.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";

/** GET /v1/suppressions. */
export const handler = endpoint(operation, async ({ userId, query: { limit, offset, cursor, email, domain, reason } }) => ({
  suppressions: (await suppressions.list(userId, { email: email ?? domain, reason }, { limit, offset, cursor })).map(suppressionOut),
  limit,
  offset,
}));
