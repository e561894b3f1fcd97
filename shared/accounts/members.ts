import { conflict, invalid, notFound, type Refusal, tooManyRequests, unauthorized } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { Concerned } from "./audit-log.ts";
import { hashApiKey } from "./auth/api-key.ts";
import { ownMailboxIds } from "./auth/bounds.ts";
import { tokenWindow } from "./auth/log-in.ts";
import { hashPassword } from "./auth/passwords.ts";
import type { KeyInUse, Users } from "./auth/ports.ts";
import type { RateLimits } from "./auth/request-ports.ts";
import { type Invitation, type Member, type MemberRole, type Members, MEMBERS_MAX } from "./member.ts";

/** How long an invitation is open. */
const INVITED_MS = 7 * 86_400_000;
const TOKEN_BYTES = 32;

/** The only form that an invitation's token has; checked before any query. */
export const invitationPattern = /^[0-9a-f]{64}$/;

/** The dependencies of changing members. */
export interface MemberPorts {
  readonly members: Members;
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Role and mailboxes in a request. */
export interface MemberRights {
  readonly role: MemberRole;
  readonly mailboxIds?: readonly string[] | undefined;
}

/** Checks them: an admin sees all mailboxes, others those that are named. Throws 400, and 404 for a mailbox that the account does not have. */
const checkedRights = async (
  { mailboxes }: Pick<MemberPorts, "mailboxes">,
  userId: string,
  { role, mailboxIds }: MemberRights,
): Promise<Pick<Member, "role" | "mailboxIds">> => {
  if (role === "admin") {
    if (mailboxIds) throw invalid({ field: "mailboxIds", message: "must be absent for an admin, who sees every mailbox" });
    return { role };
  }
  if (!mailboxIds) throw invalid({ field: "mailboxIds", message: `must name the mailboxes that a ${role} sees` });
  return { role, mailboxIds: await ownMailboxIds(mailboxes, userId, mailboxIds) };
};

const unlessRevoked = <R>(outcome: R | "revoked"): Exclude<R, "revoked"> => {
  if (outcome === "revoked") throw unauthorized();
  return outcome as Exclude<R, "revoked">;
};

/** A new link's token and what is stored of it. */
const invitationAt = ({ ids }: Pick<MemberPorts, "ids">, now: Date): { readonly token: string; readonly invitation: Invitation } => {
  const token = ids.random(TOKEN_BYTES);
  return { token, invitation: { hash: hashApiKey(token), expiresAt: new Date(now.getTime() + INVITED_MS) } };
};

/** A new member with the token of his invitation, which is shown only once. Throws 400, 404, and 409 for a name that is taken and at MEMBERS_MAX. */
export const inviteMember = async (ports: MemberPorts, by: KeyInUse, request: MemberRights & { readonly name: string }) => {
  const { members, clock, ids } = ports;
  const rights = await checkedRights(ports, by.userId, request);
  const createdAt = clock.now();
  const { token, invitation } = invitationAt(ports, createdAt);
  const member: Member = {
    ...rights,
    id: ids.objectId(),
    userId: by.userId,
    name: request.name,
    createdAt,
    invitation,
    revision: 0,
  };
  if (unlessRevoked(await members.insert(member, by.id)) === "full")
    throw conflict("The account has too many members", `it has ${MEMBERS_MAX}, the most there may be: remove one first`);
  return { member, token };
};

/**
 * Invites a member again, for example after a forgotten password; returns the token of a new link. The old password and link stop working, and the
 * member's sessions end. Throws 404.
 */
export const inviteAgain = async (ports: Pick<MemberPorts, "members" | "clock" | "ids">, by: KeyInUse, id: string) => {
  const { token, invitation } = invitationAt(ports, ports.clock.now());
  const member = unlessRevoked(await ports.members.invite(by.userId, id, invitation, by.id));
  if (!member) throw notFound("Member");
  return { member, token };
};

/** Changes a member's role or mailboxes; his sessions end, and he signs in again. Throws 400 and 404. */
export const changeMember = async (ports: MemberPorts, by: KeyInUse, id: string, changes: Partial<MemberRights>): Promise<Member> => {
  const before = await ports.members.find(by.userId, id);
  if (!before) throw notFound("Member");
  const role = changes.role ?? before.role;
  const mailboxIds = changes.mailboxIds ?? (role === "admin" ? undefined : before.mailboxIds);
  const rights = await checkedRights(ports, by.userId, { role, mailboxIds });
  const member = unlessRevoked(await ports.members.change(by.userId, id, rights, by.id));
  if (!member) throw notFound("Member");
  return member;
};

/** Removes a member, or withdraws an invitation. Throws 404. */
export const removeMember = async ({ members }: Pick<MemberPorts, "members">, by: KeyInUse, id: string): Promise<void> => {
  if (!unlessRevoked(await members.remove(by.userId, id, by.id))) throw notFound("Member");
};

/** The invitation's token, and the login that the person chose. */
export interface Acceptance {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly sourceIp: string;
}

const notOpen = () => notFound("Invitation");

/**
 * Accepts an invitation, once. Throws 404 for one that is not open, 409 for an email that somebody else signs in with, and 429 within the limit of
 * sign-ins with a key, before it hashes the password. A token of 256 random bits needs no further limit of guesses.
 */
export const acceptInvitation = async (
  { members, users, rateLimits }: { members: Members; users: Pick<Users, "find" | "findByEmail">; rateLimits: RateLimits },
  { token, password, sourceIp, ...request }: Acceptance,
  concerns: (whom: Concerned) => void,
): Promise<Member> => {
  const [hash, email] = [hashApiKey(token), request.email.toLowerCase()];
  const invited = invitationPattern.test(token) ? await members.findInvited(hash) : undefined;
  if (!invited) throw notOpen();
  concerns({ userId: invited.userId, memberId: invited.id, resourceId: invited.id });
  const { key, bucket } = tokenWindow(sourceIp);
  const { wait } = await rateLimits.take(key, bucket);
  if (wait > 0) throw tooManyRequests(wait);
  if ((await users.find(invited.userId))?.lockedAt) throw notOpen();
  if (await users.findByEmail(email)) throw emailTaken();
  const joined = await members.accept(hash, { email, passwordHash: await hashPassword(password) });
  if (!joined) throw notOpen();
  return joined;
};

/** 409: an owner or a member of any account already signs in with that email. */
export const emailTaken = (): Refusal => conflict("This email is taken", "somebody signs in with it already: take another one");
