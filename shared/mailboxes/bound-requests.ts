import type { Bounds } from "#shared/accounts/auth/bounds.ts";
import type { KeyMode } from "#shared/accounts/auth/ports.ts";
import { isOfWorld } from "#shared/providers/index.ts";
import { invalid } from "#shared/platform/errors.ts";
import type { ConnectRequest } from "./connect-mailbox.ts";
import type { PatchRequest } from "./patch-mailbox.ts";

/** Throws 400 where a bound key names a tenant other than its own. */
const assertOwnTenant = (asked: string | undefined, { tenant }: Bounds): void => {
  if (asked !== undefined && asked !== tenant)
    throw invalid({ field: "tenant", message: "must be the tenant that this API key is bound to, or absent" });
};

/**
 * Restricts a request to connect to the key's bounds: the mailbox gets the key's tenant, and mailboxes outside the bounds cannot be reconnected.
 * Throws 400 for another tenant.
 */
export const connectWithin = (request: ConnectRequest, bounds: Bounds | undefined): ConnectRequest => {
  if (bounds === undefined) return request;
  assertOwnTenant(request.preferences?.tenant, bounds);
  const { tenant } = bounds;
  return { ...request, within: bounds, preferences: { ...request.preferences, ...(tenant !== undefined && { tenant }) } };
};

/** Throws 400 unless a test key connects a sandbox mailbox, or a live key one of another type. */
export const connectInMode = (request: ConnectRequest, mode: KeyMode | undefined): ConnectRequest => {
  if (isOfWorld(request.type) === (mode === "test")) return request;
  const message = mode === "test" ? "must be sandbox with a test key" : "sandbox needs a test key (sk_test_…)";
  throw invalid({ field: "type", message });
};

/**
 * Adds the key's bounds to a request to change a mailbox; the write checks them again. Throws 400 when it would move the mailbox to another tenant.
 */
export const patchWithin = (request: PatchRequest, bounds: Bounds | undefined): PatchRequest => {
  if (bounds === undefined) return request;
  assertOwnTenant(request.preferences?.tenant, bounds);
  return { ...request, within: bounds };
};

/** Gives a connect link the tenant of the key that makes it. Throws 400 for another tenant. */
export const linkWithin = <R extends { readonly tenant?: string | undefined }>(request: R, bounds: Bounds | undefined): R => {
  if (bounds?.tenant === undefined) return request;
  assertOwnTenant(request.tenant, bounds);
  return { ...request, tenant: bounds.tenant };
};
