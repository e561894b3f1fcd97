import type { Bounds } from "./auth/bounds.ts";
import type { KeyScope, Logins } from "./auth/ports.ts";

/** What a member may do: everything; read and send in his mailboxes; read in them. */
export const memberRoles = ["admin", "member", "viewer"] as const;

/** A member's role. */
export type MemberRole = (typeof memberRoles)[number];

/** The most members of an account, with those who are invited. */
export const MEMBERS_MAX = 100;
/** A person who uses an account's console, or is invited to it; the owner of the account is not a member. */
export interface Member {
  readonly id: string;
  /** The account. */
  readonly userId: string;
  /** By which others know him; no two members of an account have the same. */
  readonly name: string;
  readonly role: MemberRole;
  /** The only mailboxes that he sees; absent for an admin, who sees all. */
  readonly mailboxIds?: readonly string[];
  readonly createdAt: Date;
  /** The invitation that he has not accepted yet: the SHA-256 of its token, hexadecimal, and its end. Who was invited again has no password meanwhile. */
  readonly invitation?: Invitation;
  /** What he signs in with, in lower case; no two members have the same. Absent until he has accepted, and for who signs in with a provider's account alone. */
  readonly email?: string;
  /** As an account's (passwords.ts). */
  readonly passwordHash?: string;
  /** The account at a provider that he signs in with; no two members have the same. Once it is there his address finds him no more. */
  readonly identity?: Identity;
  readonly joinedAt?: Date;
  /** SHA-256 of the networks from which he signed in, the latest 20. */
  readonly loginNetworks?: readonly string[];
  /** Counts the changes after which his sessions are another's: of role, mailboxes and password. */
  readonly revision: number;
}

/** An invitation that is not accepted yet. */
export interface Invitation {
  readonly hash: string;
  readonly expiresAt: Date;
}

/**
 * An account at an identity provider; issuer and subject identify it permanently (OpenID Connect Core, 2). Its email address is only displayed,
 * because the provider may later give it to somebody else.
 */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly address: string;
}

/** The member's email address; "" until the invitation is accepted. */
export const addressOf = ({ email, identity }: Pick<Member, "email" | "identity">): string => email ?? identity?.address ?? "";

/** How a change of members ended: `revoked` when the key that asked is gone, or the account is locked. */
type Changed<R> = R | "revoked";

/**
 * The members of all accounts. Each change names the key that requests it and fails if that key was revoked, so that a member whose role was lowered
 * cannot raise it again.
 */
export interface Members extends Logins<Member> {
  /** Throws `conflict` where the account has a member of that name; `full` at MEMBERS_MAX. */
  insert(member: Member, madeBy: string): Promise<Changed<"stored" | "full">>;
  find(userId: string, id: string): Promise<Member | undefined>;
  /** Newest first. */
  list(userId: string): Promise<readonly Member[]>;
  /** Sets role and mailboxes and ends his sessions, in one transaction. */
  change(userId: string, id: string, to: Pick<Member, "role" | "mailboxIds">, madeBy: string): Promise<Changed<Member | undefined>>;
  /** Puts an invitation in the place of his password and of the one before, and ends his sessions, in one transaction. */
  invite(userId: string, id: string, invitation: Invitation, madeBy: string): Promise<Changed<Member | undefined>>;
  /** Deletes a member and his sessions in one transaction; false when the account has no such member. The operator's removal names no key. */
  remove(userId: string, id: string, madeBy?: string): Promise<Changed<boolean>>;
  /** Whose invitation it is, while it is open by the database's clock. */
  findInvited(hash: string): Promise<Member | undefined>;
  /** Ends the open invitation and sets what he signs in with; undefined when it is not open any more. Throws `conflict` for a member's email. */
  accept(hash: string, login: { readonly email: string; readonly passwordHash: string }): Promise<Member | undefined>;
}

/** The names of those who work in one of these mailboxes, or in any; whose invitation has ended is none of them. */
export const colleaguesIn = (all: readonly Member[], mailboxIds: readonly string[] | undefined, now: Date): readonly string[] =>
  all
    .filter(
      (one) => statusAt(one, now) !== "expired" && (!mailboxIds || !one.mailboxIds || one.mailboxIds.some((id) => mailboxIds.includes(id))),
    )
    .map(({ name }) => name);

const SCOPES: Readonly<Record<MemberRole, readonly KeyScope[]>> = {
  admin: ["send", "read", "admin"],
  member: ["send", "read"],
  viewer: ["read"],
};

/** The scopes and bounds of a member's session: an admin's is unbound, others are bound to their mailboxes. */
export const rightsOf = ({ role, mailboxIds = [] }: Pick<Member, "role" | "mailboxIds">) => ({
  scopes: SCOPES[role],
  ...(role !== "admin" && { bounds: { mailboxIds } satisfies Bounds }),
});

/** Whether a member is active, invited, or has an expired invitation. */
export const statusAt = ({ invitation }: Pick<Member, "invitation">, now: Date): "active" | "invited" | "expired" =>
  invitation === undefined ? "active" : invitation.expiresAt > now ? "invited" : "expired";
