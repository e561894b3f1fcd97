import { deleteApiKey as operation } from "#shared/contract/auth.ts";
import { notFound } from "#shared/domain/errors.ts";
import { noteWithdrawal } from "#shared/domain/withdrawals.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { apiKeys } from "#shared/runtime/ports/access.ts";

/** DELETE /v1/api-keys/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params }) => {
    if (!(await apiKeys.delete(userId, params.id, key.mode))) throw notFound("API key");
    noteWithdrawal(log, { what: "key", userId, id: params.id });
    return undefined;
  }),
);
