import { removeSuppression as operation } from "#shared/suppressions/contract/suppressions.ts";
import { notFound } from "#shared/platform/errors.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";

/** DELETE /v1/suppressions/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  if (!(await suppressions.remove(userId, params.id))) throw notFound("Suppression");
  return undefined;
});
