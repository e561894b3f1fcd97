import { deleteConnectLink as operation } from "#shared/contract/connect-links.ts";
import { notFound } from "#shared/domain/errors.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { connectLinks } from "#shared/runtime/ports/connect-links.ts";

/** DELETE /v1/connect-links/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    if (!(await connectLinks.delete(userId, params.id))) throw notFound("Connect link");
    return undefined;
  }),
);
