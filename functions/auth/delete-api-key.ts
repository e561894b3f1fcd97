import { deleteApiKey as operation } from "#shared/contract/auth.ts";
import { notFound } from "#shared/domain/errors.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { apiKeys } from "#shared/runtime/ports/access.ts";

/** DELETE /v1/api-keys/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  if (!(await apiKeys.delete(userId, params.id))) throw notFound("API key");
  return undefined;
});
