import { addSuppressions as operation, suppressionOut } from "#shared/suppressions/contract/suppressions.ts";
import { logWithdrawal } from "#shared/suppressions/unsubscribe.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";

/** POST /v1/suppressions. */
export const handler = endpoint(operation, async ({ userId, body }) => {
  const rows = await suppressions.add(userId, [...(body.emails ?? []), ...(body.domains ?? [])]);
  logWithdrawal(log, { what: "suppressions", userId, count: rows.length });
  return { suppressions: rows.map(suppressionOut) };
});
