import type { Bounds } from "#shared/accounts/auth/bounds.ts";
import type { KeyMode } from "#shared/accounts/auth/ports.ts";
import { invalid } from "#shared/platform/errors.ts";
import type { ConnectRequest } from "./connect-mailbox.ts";
import type { PatchRequest } from "./patch-mailbox.ts";

/** Throws 400 where a bound key names a tenant other than its own. */
const assertOwnTenant = (asked: string | undefined, { tenant }: Bounds): void => {
  if (asked !== undefined && asked !== tenant)
    throw invalid({ field: "tenant", message: "must be the tenant that this API key is bound to, or absent" });
};

/** What a bound key connects is its tenant's, and mailboxes outside of its bounds are none of its business. */
export const connectWithin = (request: ConnectRequest, bounds: Bounds | undefined): ConnectRequest => {
  if (bounds === undefined) return request;
  assertOwnTenant(request.preferences?.tenant, bounds);
  const { tenant } = bounds;
  return { ...request, within: bounds, preferences: { ...request.preferences, ...(tenant !== undefined && { tenant }) } };
};

/** A test key connects sandbox mailboxes, and no other key does. */
export const connectInMode = (request: ConnectRequest, mode: KeyMode | undefined): ConnectRequest => {
  if ((request.type === "sandbox") === (mode === "test")) return request;
  const message = mode === "test" ? "must be sandbox with a test key" : "sandbox needs a test key (sk_test_…)";
  throw invalid({ field: "type", message });
};

/** A bound key hands no mailbox over. */
export const patchWithin = (request: PatchRequest, bounds: Bounds | undefined): PatchRequest => {
  if (bounds) assertOwnTenant(request.preferences?.tenant, bounds);
  return request;
};

/** A link that a key makes which is bound to a tenant is this tenant's. */
export const linkWithin = <R extends { readonly tenant?: string | undefined }>(request: R, bounds: Bounds | undefined): R => {
  if (bounds?.tenant === undefined) return request;
  assertOwnTenant(request.tenant, bounds);
  return { ...request, tenant: bounds.tenant };
};
