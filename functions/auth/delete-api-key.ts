import { deleteApiKey as operation } from "#shared/accounts/contract/auth.ts";
import { notFound } from "#shared/platform/errors.ts";
import { logWithdrawal } from "#shared/suppressions/unsubscribe.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";

/** DELETE /v1/api-keys/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params }) => {
    if (!(await apiKeys.delete(userId, params.id, key.mode))) throw notFound("API key");
    logWithdrawal(log, { what: "key", userId, id: params.id });
    return undefined;
  }),
);
