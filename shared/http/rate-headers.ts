import type { Taken, TokenBucket } from "../domain/auth/ports.ts";

/** A bucket from which a request took, and the tokens left. */
export interface Limited {
  readonly name: string;
  readonly bucket: TokenBucket;
  readonly taken: Taken;
}

/**
 * A request's limits and what is left of them, as in draft-ietf-httpapi-ratelimit-headers: `q` requests at once, refilled in `w` seconds; `r` are
 * left, and all are back in `t` seconds.
 */
export const rateHeaders = (limits: readonly Limited[]): Readonly<Record<string, string>> => ({
  "ratelimit-policy": limits
    .map(({ name, bucket: { burst, perSecond } }) => `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`)
    .join(", "),
  ratelimit: limits
    .map(({ name, bucket: { burst, perSecond }, taken: { left } }) => {
      return `"${name}";r=${Math.floor(left)};t=${Math.ceil((burst - left) / perSecond)}`;
    })
    .join(", "),
});
