import { removeSuppression as operation } from "#shared/contract/suppressions.ts";
import { notFound } from "#shared/domain/errors.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";

/** DELETE /v1/suppressions/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  if (!(await suppressions.remove(userId, params.id))) throw notFound("Suppression");
  return undefined;
});
