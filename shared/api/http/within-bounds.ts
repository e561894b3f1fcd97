import type { Operation } from "../operation.ts";
import { assertWithin, type BoundReads, type Bounds } from "#shared/accounts/auth/bounds.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { notFound } from "#shared/platform/errors.ts";

/** Throws 404, as for an unknown path, when a bound key may not call the operation. */
export const assertMayCall = ({ boundKeys: rule }: Operation, { bounds, member }: KeyInUse): void => {
  const ofTenants = rule === "tenant" || (typeof rule === "object" && rule.by === "tenant");
  if (bounds && (rule === "none" || (rule === "member" && !member) || (ofTenants && bounds.tenant === undefined))) throw notFound("Path");
};

const nothing: BoundReads = { mailboxIds: async () => [], mailboxOf: async () => undefined };

interface Parsed {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Throws 404 for an id in the request that is outside the key's bounds. */
export const assertNamesWithin = async (
  reads: BoundReads | undefined,
  { boundKeys: rule }: Operation,
  { userId, bounds }: KeyInUse,
  { params, query, body }: Parsed,
) => {
  if (bounds === undefined || typeof rule === "string") return;
  const given: Readonly<Record<string, unknown>> = { ...(query as object), ...(body as object) };
  const path = (params as { readonly id?: string } | undefined)?.id;
  if (rule.id && path !== undefined) await assertWithin(reads ?? nothing, userId, bounds, rule.id, path);
  for (const [field, kind] of Object.entries(rule.named ?? {})) {
    const id = given[field];
    if (typeof id === "string") await assertWithin(reads ?? nothing, userId, bounds, kind, id);
  }
};

/**
 * The ids of the mailboxes that an answer may show: within the key's bounds and of the tenant that the query names. Undefined: all of the account.
 */
export const mailboxesShown = (reads: BoundReads | undefined, { userId, bounds }: KeyInUse, query: unknown) => {
  const { tenant } = (query ?? {}) as { readonly tenant?: string };
  if (bounds === undefined && tenant === undefined) return async () => undefined;
  if (bounds?.tenant !== undefined && tenant !== undefined && tenant !== bounds.tenant) return async () => [];
  const both: Bounds = { ...bounds, ...(tenant !== undefined && { tenant }) };
  return () => (reads ?? nothing).mailboxIds(userId, both);
};
