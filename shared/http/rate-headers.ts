import type { Taken, TokenBucket } from "../domain/auth/ports.ts";

/** A bucket that a request took from, and what is left in it. */
export interface Limited {
  readonly name: string;
  readonly bucket: TokenBucket;
  readonly taken: Taken;
}

/**
 * What a request's limits are and what is left of them, as draft-ietf-httpapi-ratelimit-headers writes it: `q` requests at once, which `w` seconds bring
 * back; `r` are left, and all are there again in `t` seconds.
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
