import type { ApiKey } from "../auth/ports.ts";

/** The keys that OAuth clients have by a person's consent, found by their authorization codes. */
export interface Consents {
  /** The key, or the record that waits for its exchange, of a code's SHA-256. */
  findByCode(codeHash: string): Promise<ApiKey | undefined>;
  /**
   * Makes a key of the record that waits for this code, once: it gets its hash and its end. False when the code was exchanged or revoked meanwhile, or
   * has expired at `now`.
   */
  exchange(
    key: Pick<ApiKey, "id" | "userId">,
    made: Pick<ApiKey, "hash" | "last4"> & { readonly endsAt: Date },
    now: Date,
  ): Promise<boolean>;
}
