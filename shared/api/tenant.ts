import * as z from "zod/mini";
import { described } from "./operation.ts";
import { lineOfText } from "./fields.ts";

/** The longest name of a tenant, characters. */
const TENANT_MAX = 64;
const RULE = `must have 1 to ${TENANT_MAX} characters`;

/** The name of a tenant: a customer of the product that embeds this service (api/README.md, "Tenants and bound keys"). */
export const tenantName = lineOfText(TENANT_MAX).check(z.minLength(1, RULE));

/** The tenant in a request that creates a record. */
export const tenantField = {
  tenant: described(z.optional(tenantName), "The customer of yours to whom it belongs, by a name of your choice of 1 to 64 characters."),
};

/** The tenant in a request that changes a record. */
export const tenantChange = {
  tenant: described(
    z.optional(lineOfText(TENANT_MAX)),
    'The customer of yours to whom it belongs from now on, with all its mail; "" for none.',
  ),
};

/** The tenant in a record. */
export const tenantOut = {
  tenant: described(z.string(), 'The customer of yours to whom it belongs, by the name that you gave; "" for none.'),
};

/** The filter by tenant. */
export const tenantFilter = {
  tenant: described(z.optional(tenantName), "Only what belongs to this tenant's current mailboxes."),
};
