import type { Bounds, Consent } from "./bounds.ts";

/** The settings of an account, as its document has them. */
interface UserSettings {
  /** Whether a recipient whose delivery failed permanently is suppressed. */
  readonly suppressBounced?: boolean;
  /** Whether a recipient who complained is suppressed; absent means yes. */
  readonly suppressComplained?: boolean;
  /** Whether a sender whose answer asks for no more email is suppressed; absent means no. */
  readonly suppressAsked?: boolean;
  /** Whether its corrections of messages may be exported as cases for the evaluation; absent means no. */
  readonly shareCorrections?: boolean;
  /** The domains whose people count as the account's own; absent or empty: the domains of each tenant's mailboxes. */
  readonly ownDomains?: readonly string[];
  /** What the page of its connect links calls the product; absent: the account's name. */
  readonly connectName?: string;
  /** The https URL of the logo on that page; empty or absent: none. */
  readonly connectLogoUrl?: string;
  /** The exact URLs to which the page may redirect. */
  readonly connectRedirectUris?: readonly string[];
  /** The origins of pages that may show it in a frame. */
  readonly connectFrameOrigins?: readonly string[];
}

/** An account; created only by the operator's command. */
export interface User extends UserSettings {
  readonly id: string;
  /** Lower case, unique. */
  readonly email: string;
  readonly name: string;
  /** PHC string of argon2id, or of scrypt (passwords.ts). */
  readonly passwordHash: string;
  readonly createdAt: Date;
  /** Set while the operator has locked the account: it cannot log in, and has no keys. */
  readonly lockedAt?: Date;
  /** SHA-256 of the networks from which it logged in, the latest 20. */
  readonly loginNetworks?: readonly string[];
  /** Whether somebody was ever invited to it. */
  readonly hasTeam?: true;
}

/** What a named API key may do. */
export type KeyScope = "send" | "read" | "admin" | "draft";

/** Whether a key is for live mail or for the account's test world. */
export type KeyMode = "live" | "test";

/** The member of an account whose session of the console it is. */
interface KeyMember {
  readonly id: string;
  readonly name: string;
}

/** An API key as stored, without the key (api/README.md, "Accounts and keys"). */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  readonly last4: string;
  /** The name that its maker gave it; a login's key and a session of the console have none. */
  readonly name?: string;
  /** What it may do; absent means everything, as for a key of a login. */
  readonly scopes?: readonly KeyScope[];
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
  /** When a console session ends, or a named key that has an end. */
  readonly expiresAt?: Date;
  /** The latest end of the keys that this key may make: its own end if it has one. Its sessions have the same limit. */
  readonly makesUntil?: Date;
  /** The only mailboxes that it may see and use; absent: the whole account. */
  readonly bounds?: Bounds;
  /** The key that opened the session: it is revoked with that key. */
  readonly openedBy?: string;
  /** Absent for live mail. */
  readonly mode?: "test";
  /** The consent that gave it to an OAuth client: it is valid at /mcp alone. */
  readonly consent?: Consent;
  /** The member whose session it is; absent for keys, and for sessions of the owner or of a key. */
  readonly member?: KeyMember;
  /** Of a session of the owner or of a key: the account's name, or the key's if it has one. */
  readonly signedIn?: string;
}

/** The key of a request; `clientId` names the OAuth client that a person gave it to. */
export interface KeyInUse {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt?: Date | undefined;
  readonly makesUntil?: Date | undefined;
  readonly bounds?: Bounds | undefined;
  readonly mode?: "test" | undefined;
  readonly clientId?: string | undefined;
  readonly member?: KeyMember | undefined;
  /** By what name others know who asks: the member's, the owner's or the key's; absent for a key without one. */
  readonly name?: string | undefined;
}

/** The author's name for records and the audit log: the member's or the key's name, else the key's id. */
export const byOf = ({ id, name, member }: Pick<KeyInUse, "id" | "name" | "member">): string => member?.name ?? name ?? id;

/** Those who log in with email and password. */
export interface Logins<P> {
  findByEmail(email: string): Promise<P | undefined>;
  /** Sets the hash; with `instead`, only if the stored hash is still that one, so that a rehash cannot undo a new password. */
  setPasswordHash(id: string, passwordHash: string, instead?: string): Promise<void>;
  /** Adds to `loginNetworks`; beyond 20 the oldest are dropped. */
  addLoginNetwork(id: string, network: string): Promise<void>;
}

/** The accounts. */
export interface Users extends Logins<User> {
  insert(user: User): Promise<void>;
  find(id: string): Promise<User | undefined>;
  list(): Promise<readonly User[]>;
  /** Locks the account as of `at`, or unlocks it. */
  setLocked(id: string, at: Date | undefined): Promise<void>;
  /** Changes some of the account's settings. */
  changeSettings(id: string, settings: UserSettings): Promise<void>;
}

/** Conditions for storing a key, checked in the transaction that stores it. */
export interface KeyOrigin {
  /** The password hash that a login was checked against: it must still be the account's, and the account must not be locked. */
  readonly passwordHash?: string;
  /** The id of the key that requested the new one: it must still be valid, and the account must not be locked. */
  readonly madeBy?: string;
  /** The revision of the member who signs in: he must still have it, and the account must not be locked. */
  readonly memberRevision?: number;
}

/** The result of storing a key: `full` when the account has its maximum of named keys, `revoked` when a condition no longer holds. */
type KeyStored = "stored" | "full" | "revoked";

/** The keys of all accounts, found by hash. */
export interface ApiKeys {
  /** Stores a key. An account has at most `most` named keys (S7 in SECURITY.md); beyond `most` of logins, or of one person's sessions, the oldest are deleted. */
  insert(key: ApiKey, most: number, origin?: KeyOrigin): Promise<KeyStored>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  list(userId: string): Promise<readonly ApiKey[]>;
  /** Revokes a key and the sessions that it opened; with `mode` only a key of that mode. False when the account has no such key. */
  delete(userId: string, id: string, mode?: "test"): Promise<boolean>;
  /** Revokes every key of an account, including those being made; returns how many. */
  deleteAll(userId: string): Promise<number>;
  touch(id: string, usedAt: Date): Promise<void>;
}
