import { addSuppressions as operation } from "#shared/contract/suppressions.ts";
import { noteWithdrawal } from "#shared/domain/withdrawals.ts";
import { suppressionOut } from "#shared/mapping/suppressions.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";

/** POST /v1/suppressions. */
export const handler = endpoint(operation, async ({ userId, body }) => {
  const rows = await suppressions.add(userId, [...(body.emails ?? []), ...(body.domains ?? [])]);
  noteWithdrawal(log, { what: "suppressions", userId, count: rows.length });
  return { suppressions: rows.map(suppressionOut) };
});
