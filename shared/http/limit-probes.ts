import type { Operation } from "../contract/operation.ts";
import { tooManyRequests } from "../domain/errors.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import type { Limited } from "./rate-headers.ts";

/**
 * The limit of requests that open connections to servers of the client's choice, as a fraction of an account's limit: 10 at once, then 5 a minute
 * (S20 in SECURITY.md).
 */
const BURST_PART = 5;
const RATE_PART = 120;

const credential = /^(?:smtp_|imap_|code$|refresh_token$|url$)/;

const opensConnections = ({ limit }: Operation, body: unknown): boolean =>
  limit === "probe" || (limit === "credentials" && Object.keys(body ?? {}).some((name) => credential.test(name)));

/**
 * Takes a token from the account's bucket for connection tests and DNS checks where the operation needs it; throws 429 with the seconds to wait.
 * `note` is called with the limit.
 */
export const limitProbes = async (
  { rateLimits, accountBucket }: Pick<EndpointDeps, "rateLimits" | "accountBucket">,
  operation: Operation,
  userId: string,
  body: unknown,
  note: (limited: Limited) => void = () => {},
): Promise<void> => {
  if (!opensConnections(operation, body)) return;
  const { burst, perSecond } = accountBucket();
  const bucket = { burst: Math.ceil(burst / BURST_PART), perSecond: perSecond / RATE_PART };
  const taken = await rateLimits.take(`probes:${userId}`, bucket);
  note({ name: "probes", bucket, taken });
  if (taken.wait > 0) throw tooManyRequests(taken.wait);
};
