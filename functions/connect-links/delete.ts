import { deleteConnectLink as operation } from "#shared/connect/contract/connect-links.ts";
import { notFound } from "#shared/platform/errors.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { connectLinks } from "#shared/connect/wiring/stores.ts";

/** DELETE /v1/connect-links/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    if (!(await connectLinks.delete(userId, params.id))) throw notFound("Connect link");
    return undefined;
  }),
);
