import type { Operation } from "../contract/operation.ts";
import type { KeyInUse, TokenBucket } from "../domain/auth/ports.ts";
import { tooManyRequests } from "../domain/errors.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import type { Limited } from "./rate-headers.ts";

/** The bucket of a bound key's tenant, as a fraction of an account's: 25 at once, then five a second. */
const TENANT_PART = 2;
/**
 * The limit of requests that open connections to servers of the client's choice, as a fraction of the caller's bucket: 10 at once, then 5 a minute
 * (S20 in SECURITY.md).
 */
const PROBE_BURST_PART = 5;
const PROBE_RATE_PART = 120;

type Caller = Pick<KeyInUse, "userId" | "bounds" | "mode">;
type LimitDeps = Pick<EndpointDeps, "rateLimits" | "accountBucket">;

const partOf = ({ burst, perSecond }: TokenBucket, burstPart: number, ratePart: number): TokenBucket => ({
  burst: Math.ceil(burst / burstPart),
  perSecond: perSecond / ratePart,
});

/**
 * Who shares a bucket with a key: the unbound live keys of an account; the bound keys of one of its tenants, where no tenant is one of its own; the
 * test keys of an account. So no flood of one of them takes requests from the others.
 */
const sharing = ({ userId, bounds, mode }: Caller, whole: TokenBucket) => {
  if (mode === "test") return { name: "test", id: `test:${userId}`, bucket: whole };
  if (bounds) return { name: "tenant", id: `tenant:${userId}:${bounds.tenant ?? ""}`, bucket: partOf(whole, TENANT_PART, TENANT_PART) };
  return { name: "account", id: `account:${userId}`, bucket: whole };
};

/** Takes a token for a request, one command of the database; throws 429, which takes none, with the seconds to wait. `note` is called with the limit. */
export const limitRequests = async (deps: LimitDeps, key: Caller, note: (limited: Limited) => void): Promise<void> => {
  const { name, id, bucket } = sharing(key, deps.accountBucket());
  const taken = await deps.rateLimits.take(id, bucket);
  note({ name, bucket, taken });
  if (taken.wait > 0) throw tooManyRequests(taken.wait, name);
};

const credential = /^(?:smtp_|imap_|code$|refresh_token$|url$)/;

/** A test world asks no server but those of its webhooks. */
const opensConnections = ({ limit, id }: Operation, { mode }: Caller, body: unknown): boolean => {
  if (mode === "test" && !id.startsWith("webhooks/")) return false;
  return limit === "probe" || (limit === "credentials" && Object.keys(body ?? {}).some((name) => credential.test(name)));
};

/**
 * Takes a token for connection tests and DNS checks where the operation needs it, of those who share the key's bucket; throws 429 with the seconds to
 * wait. `note` is called with the limit.
 */
export const limitProbes = async (
  deps: LimitDeps,
  operation: Operation,
  key: Caller,
  body: unknown,
  note: (limited: Limited) => void = () => {},
): Promise<void> => {
  if (!opensConnections(operation, key, body)) return;
  const { id, bucket: whole } = sharing(key, deps.accountBucket());
  const bucket = partOf(whole, PROBE_BURST_PART, PROBE_RATE_PART);
  const taken = await deps.rateLimits.take(`probes:${id}`, bucket);
  note({ name: "probes", bucket, taken });
  if (taken.wait > 0) throw tooManyRequests(taken.wait, "probes");
};
