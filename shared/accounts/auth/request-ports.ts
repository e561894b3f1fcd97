/** Counters of requests, exact across all functions. */
export interface RateLimits {
  /** Takes `count` tokens from the bucket `key`, by default one; all or none. */
  take(key: string, bucket: TokenBucket, count?: number): Promise<Taken>;
}

/** The result of taking tokens. */
export interface Taken {
  /** 0 when they were granted, else the seconds until enough are there. */
  readonly wait: number;
  /** The remaining tokens, with fractions. */
  readonly left: number;
}

/** A token bucket: at most `burst` tokens, refilled at `perSecond`. */
export interface TokenBucket {
  readonly burst: number;
  readonly perSecond: number;
}

/** An idempotent request in progress: the holder of the token may save its answer (G12 in shared/README.md). */
export interface IdempotencyClaim {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly token: string;
}

/** The result of claiming an Idempotency-Key. */
export type IdempotencyOutcome =
  | { readonly kind: "claimed"; readonly claim: IdempotencyClaim }
  | { readonly kind: "saved"; readonly answer: unknown }
  | { readonly kind: "in_flight" }
  | { readonly kind: "other_body" };
/** `bodyHash` is the hash of the body's content; `formerHash`, only compared, that of its bytes, which the previous version stored. */
type BodyHashes = { readonly bodyHash: string; readonly formerHash?: string };
/** Answers of requests that carry an Idempotency-Key, kept 24 h (api/README.md, "Ground rules"). */
export interface Idempotency {
  claim(request: Omit<IdempotencyClaim, "token"> & BodyHashes): Promise<IdempotencyOutcome>;
  /** Saves the answer outside a transaction; operations that bill save it inside theirs. False when the claim was lost. */
  save(claim: IdempotencyClaim, answer: unknown): Promise<boolean>;
  /** Frees the key: the request was refused and changed nothing. */
  release(claim: IdempotencyClaim): Promise<void>;
}
