/** An account; made by the operator command only. */
export interface User {
  readonly id: string;
  /** Lower case, unique. */
  readonly email: string;
  readonly name: string;
  /** PHC string of argon2id, or of scrypt (passwords.ts). */
  readonly passwordHash: string;
  readonly createdAt: Date;
  /** Set while the operator keeps the account out: it cannot log in, and has no keys. */
  readonly lockedAt?: Date;
  /** SHA-256 of the addresses from which it logged in, the latest 20. */
  readonly loginNetworks?: readonly string[];
  /** A recipient whose delivery failed for good gets no more mail. */
  readonly suppressBounced?: boolean;
  /** A recipient who complained gets no more mail; absent: so it is. */
  readonly suppressComplained?: boolean;
  /** What it corrects in its inbox may be exported as cases for the evaluation; absent: it may not. */
  readonly shareCorrections?: boolean;
}

/** What a named API key may do. */
export type KeyScope = "send" | "read" | "admin";

/** An API key as stored: never the key itself (contract/README.md, "Accounts and keys"). */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  readonly last4: string;
  /** Given by its maker; a key that a login made has none. */
  readonly name?: string;
  /** What it may do; absent: everything, as a key that a login made. */
  readonly scopes?: readonly KeyScope[];
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
}

/** The key that a request was made with. */
export interface KeyInUse {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly KeyScope[];
}

/** The accounts. */
export interface Users {
  insert(user: User): Promise<void>;
  findByEmail(email: string): Promise<User | undefined>;
  find(id: string): Promise<User | undefined>;
  list(): Promise<readonly User[]>;
  /** With `instead` only where that is the hash still: a rehash must not take back a new password. */
  setPasswordHash(id: string, passwordHash: string, instead?: string): Promise<void>;
  /** Adds to `loginNetworks`; the oldest beyond 20 go. */
  addLoginNetwork(id: string, network: string): Promise<void>;
  /** Locks the account since `at`, or lets it in again. */
  setLocked(id: string, at: Date | undefined): Promise<void>;
  /** Changes what the account decides for itself; the other settings stay. */
  changeSettings(id: string, settings: Partial<Pick<User, "suppressBounced" | "suppressComplained" | "shareCorrections">>): Promise<void>;
}

/** What must still be true when a key is stored; both are judged in the transaction that stores it. */
export interface KeyOrigin {
  /** The password hash that a login compared with: the account must still have it, and not be locked. */
  readonly passwordHash?: string;
  /** The id of the key by which this one was asked for: it must still be live, and the account not be locked. */
  readonly madeBy?: string;
}

/** What became of a key: `full` when the account has as many named ones as it may, `revoked` when its origin is not true any more. */
export type KeyStored = "stored" | "full" | "revoked";

/** The keys of all accounts, found by hash. */
export interface ApiKeys {
  /** Stores a key. Of named ones an account has `most` (S7); of those without a name, which every login adds, the oldest beyond `most` go. */
  insert(key: ApiKey, most: number, origin?: KeyOrigin): Promise<KeyStored>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  list(userId: string): Promise<readonly ApiKey[]>;
  /** False when the account has no such key. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Revokes every key of an account, also those that are being made; answers how many. */
  deleteAll(userId: string): Promise<number>;
  touch(id: string, usedAt: Date): Promise<void>;
}

/** Counters of requests, exact across all functions. */
export interface RateLimits {
  /** Takes so many tokens of the bucket `key`, one unless told: all or none. */
  take(key: string, bucket: TokenBucket, count?: number): Promise<Taken>;
}

/** What came of taking a token. */
export interface Taken {
  /** 0 when it was granted, else the seconds until as many are there. */
  readonly wait: number;
  /** Tokens that are left, with fractions. */
  readonly left: number;
}

/** A token bucket: `burst` tokens at most, refilled with `perSecond`. */
export interface TokenBucket {
  readonly burst: number;
  readonly perSecond: number;
}

/** An idempotent request under way: whoever holds the token may save its answer (G12). */
export interface IdempotencyClaim {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly token: string;
}

/** What a client's Idempotency-Key meets. */
export type IdempotencyOutcome =
  | { readonly kind: "claimed"; readonly claim: IdempotencyClaim }
  | { readonly kind: "saved"; readonly answer: unknown }
  | { readonly kind: "in_flight" }
  | { readonly kind: "other_body" };

/** Answers of requests that carry an Idempotency-Key, kept 24 h (contract/README.md, "Ground rules"). */
export interface Idempotency {
  claim(request: Omit<IdempotencyClaim, "token"> & { readonly bodyHash: string }): Promise<IdempotencyOutcome>;
  /** Saves the answer outside a transaction; operations that bill save it inside theirs. False when the claim was lost. */
  save(claim: IdempotencyClaim, answer: unknown): Promise<boolean>;
  /** Gives the key free again: the request was refused and changed nothing. */
  release(claim: IdempotencyClaim): Promise<void>;
}
