import * as z from "zod/mini";
import { described, named, operation, type AnswerOf, type OutputOf } from "#shared/api/operation.ts";
import { atMost, dateTimeOut, idParams, lineOfText, objectId } from "#shared/api/fields.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";
import { addressOf, type Member, memberRoles, statusAt } from "../member.ts";
import type { MemberRights } from "../members.ts";
import { login } from "./auth.ts";

/** The longest name of a member, characters: what `assigned_to` and a note's `by` take. */
const NAME_MAX = 64;
/** The most mailboxes that a member may be given. */
const MAILBOXES_MAX = 100;
const PASSWORD_MIN = 8;

const role = named("MemberRole", z.enum(memberRoles, "must be admin, member or viewer"), "What a member may do.");
const ROLE =
  "`admin`: everything, in every mailbox; `member`: read and send in his mailboxes; `viewer`: read in them. A member and a viewer see nothing of the account besides.";

/** A member of the account, without what he signs in with (api/README.md, "Members"). */
const member = named(
  "Member",
  z.object({
    id: described(z.string(), "The member's id, which the audit log names."),
    name: described(z.string(), "The name by which others know the member; notes are signed with it."),
    email: described(
      z.string(),
      'What the member signs in with, or the address of the Google or Microsoft account that signs in; "" until the invitation is accepted.',
    ),
    role: described(role, ROLE),
    mailbox_ids: described(z.array(z.string()), "The mailboxes that the member sees; empty for an admin, who sees all."),
    status: described(
      z.enum(["invited", "active", "expired"]),
      "`invited`: the link waits; `active`: the member signs in; `expired`: nobody used the link in time, and 30 days later the entry goes.",
    ),
    expires_at: described(z.optional(dateTimeOut), "When the invitation ends; absent once it is accepted."),
    created_at: described(dateTimeOut, "When the member was invited, RFC 3339 in UTC."),
    joined_at: described(z.optional(dateTimeOut), "When the member accepted; absent before."),
  }),
  "Somebody who uses the account's console with a sign-in of their own.",
);

const example = {
  id: "655f1c2e9b1e8a00123456d1",
  name: "Anna",
  email: "anna@example.com",
  role: "member" as const,
  mailbox_ids: ["655f1c2e9b1e8a0012345680"],
  status: "active" as const,
  created_at: "2026-11-21T09:30:00.000Z",
  joined_at: "2026-11-21T10:05:00.000Z",
};
const { email: _email, joined_at: _joined, ...invited } = example;

const mailboxIds = z.array(objectId).check(z.minLength(1, "must name at least one mailbox"), z.maxLength(MAILBOXES_MAX));
const MAILBOXES =
  "The mailboxes that the member sees, up to 100. Required of a member and a viewer, and absent for an admin, who sees all.";

/** POST /v1/members. No Idempotency-Key, because a saved answer would contain the token. */
export const createMember = operation({
  id: "members/create",
  mode: "live",
  audited: "member.invited",
  method: "POST",
  path: "/v1/members",
  boundKeys: "none",
  summary: "Invite a member",
  description: "Invite somebody to the account's console by a link, which works once within seven days and is shown once",
  body: named(
    "NewMember",
    z.strictObject({
      name: described(
        lineOfText(NAME_MAX).check(
          z.minLength(1),
          z.refine((text) => text.trim() === text, "must not begin or end with a space"),
        ),
        "The name by which others know the member, up to 64 characters; no two members have the same.",
      ),
      role: described(role, ROLE),
      mailbox_ids: described(z.optional(mailboxIds), MAILBOXES),
    }),
    "Whom to invite.",
  ),
  response: named(
    "InvitedMember",
    z.extend(member, {
      url: described(z.string(), "The link. Whoever has it becomes the member, so give it only to the person. It is shown only here."),
    }),
    "The member with the link.",
  ),
  errors: [400, 404, 409],
  example: {
    body: { name: example.name, role: example.role, mailbox_ids: example.mailbox_ids },
    response: {
      ...invited,
      email: "",
      status: "invited",
      expires_at: "2026-11-28T09:30:00.000Z",
      url: `https://mail.example.com/console/invitation#${"a1b2c3d4".repeat(8)}`,
    },
  },
});

/** POST /v1/members/{id}/invitation. No Idempotency-Key, as for the first one. */
export const inviteMemberAgain = operation({
  id: "members/invite-again",
  mode: "live",
  audited: "member.invited",
  method: "POST",
  path: "/v1/members/{id}/invitation",
  boundKeys: "none",
  summary: "Invite a member again",
  description:
    "Make a new link for a member who forgot the password, or whose link is lost or has ended; the password and the links before work no longer, and the member's sessions end within 30 seconds",
  params: idParams,
  response: createMember.response,
  errors: [400, 404],
  example: {
    response: {
      ...example,
      status: "invited",
      expires_at: "2026-11-28T09:30:00.000Z",
      url: `https://mail.example.com/console/invitation#${"a1b2c3d4".repeat(8)}`,
    },
  },
});

/** GET /v1/members. */
export const listMembers = operation({
  id: "members/list",
  mode: "live",
  method: "GET",
  path: "/v1/members",
  boundKeys: "none",
  summary: "List members",
  description: "List the account's members and invitations, newest first; its owner is none of them",
  scope: "admin",
  response: z.array(member),
  errors: [],
  example: { response: [example] },
});

/** PATCH /v1/members/{id}. */
export const patchMember = operation({
  id: "members/patch",
  mode: "live",
  audited: "member.updated",
  method: "PATCH",
  path: "/v1/members/{id}",
  boundKeys: "none",
  summary: "Change a member",
  description: "Change a member's role or mailboxes; the member's sessions end within 30 seconds, and a new sign-in has the new rights",
  params: idParams,
  body: named(
    "MemberChanges",
    z
      .strictObject({
        role: described(z.optional(role), `${ROLE} It stays as it is when absent.`),
        mailbox_ids: described(z.optional(mailboxIds), `${MAILBOXES} They stay as they are when absent.`),
      })
      .check(z.refine((changes) => Object.values(changes).some((value) => value !== undefined), "must change something")),
    "What to change; absent fields stay as they are.",
  ),
  response: member,
  errors: [400, 404],
  example: { body: { role: "viewer" }, response: { ...example, role: "viewer" } },
});

/** DELETE /v1/members/{id}. */
export const deleteMember = operation({
  id: "members/delete",
  mode: "live",
  audited: "member.removed",
  method: "DELETE",
  path: "/v1/members/{id}",
  boundKeys: "none",
  summary: "Remove a member",
  description: "Remove a member, whose sessions end within 30 seconds, or withdraw an invitation; notes and API keys stay the account's",
  params: idParams,
  status: 204,
  errors: [400, 404],
});

/** The body with which a person accepts an invitation: its token, and the login to use. */
export const acceptanceIn = z.strictObject({
  token: z.string().check(atMost(100)),
  email: login.body.shape.email,
  password: login.body.shape.password.check(z.minLength(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)),
});

type Shown = Omit<Member, "userId" | "invitation" | "passwordHash" | "identity" | "loginNetworks" | "revision"> & {
  readonly status: "invited" | "active" | "expired";
  readonly expiresAt?: Date;
};
const wireOf: From<Shown, typeof member> = toWire(member);

/** A member in the API. An exception: the state of an invitation follows from the time, and the address from what the member signs in with. */
export const memberOut = (one: Member, now: Date): OutputOf<typeof member> =>
  wireOf({ ...one, email: addressOf(one), status: statusAt(one, now), ...(one.invitation && { expiresAt: one.invitation.expiresAt }) });

/** A new member with the link. */
export const invitedOut = (
  { member: made, token }: { readonly member: Member; readonly token: string },
  now: Date,
  urlOf: (token: string) => string,
): AnswerOf<typeof createMember> => ({ ...memberOut(made, now), url: urlOf(token) });

/** Whom to invite, and what to change, in the domain's form. */
export const newMemberIn: Into<MemberRights & { readonly name: string }, typeof createMember.body> = fromWire(createMember.body);
/** The changes of a member in the domain's form. */
export const memberChangesIn: Into<Partial<MemberRights>, typeof patchMember.body> = fromWire(patchMember.body);
