import { deleteApiKey as operation } from "#shared/contract/auth.ts";
import type { ApiKeys } from "#shared/domain/auth/ports.ts";
import { notFound } from "#shared/domain/errors.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { apiKeys, gate } from "#shared/runtime/store.ts";

/** DELETE /v1/api-keys/{id}. */
export const deleteApiKey = (ports: { gate: Gate; apiKeys: ApiKeys }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    if (!(await ports.apiKeys.delete(userId, params.id))) throw notFound("API key");
    return undefined;
  });

export const handler = deleteApiKey({ gate, apiKeys });
