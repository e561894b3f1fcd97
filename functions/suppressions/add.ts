import { addSuppressions as operation } from "#shared/contract/suppressions.ts";
import { suppressionOut } from "#shared/mapping/suppressions.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";

/** POST /v1/suppressions. */
export const handler = endpoint(operation, async ({ userId, body }) => ({
  suppressions: (await suppressions.add(userId, [...(body.emails ?? []), ...(body.domains ?? [])])).map(suppressionOut),
}));
