import { removeSuppression as operation } from "#shared/contract/suppressions.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { Suppressions } from "#shared/domain/suppressions/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { gate, suppressions } from "#shared/runtime/store.ts";

/** DELETE /v1/suppressions/{id}. */
export const remove = (ports: { gate: Gate; suppressions: Suppressions }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    if (!(await ports.suppressions.remove(userId, params.id))) throw notFound("Suppression");
    return undefined;
  });

export const handler = remove({ gate, suppressions });
