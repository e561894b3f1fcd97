import * as z from "zod/mini";
import { login } from "#shared/accounts/contract/auth.ts";
import { acceptanceIn } from "#shared/accounts/contract/members.ts";
import { type MemberRole, memberRoles } from "#shared/accounts/member.ts";
import { described, modes, operation, type Operation, scopes, type AnswerOf } from "#shared/api/operation.ts";
import { atMost, dateTimeOut, flagQuery, idParams } from "#shared/api/fields.ts";
import { getConsent, giveConsent } from "./consent.ts";
import { getChanges } from "./changes.ts";
import { beginSignIn, finishSignIn, getSignInProviders } from "./sign-in.ts";
import { byOf, type KeyInUse, type User } from "#shared/accounts/auth/ports.ts";
import { dateOut } from "#shared/api/wire.ts";

const ofConsole = { auth: "none", inMaintenance: "answered" } as const;

/** The query of an address of the console is its screen's, such as a list's filters. */
const ofScreen = { ...ofConsole, query: z.unknown() } as const;

/** GET /console: the console's page. */
export const getConsole = operation({
  ...ofScreen,
  id: "console/get-page",
  method: "GET",
  path: "/console",
  boundKeys: "open",
  summary: "Show the console",
  description: "The console's page",
  errors: [500],
});

/** GET /console/{path+}: a hashed file of the console; for any other path the page, which finds the screen. */
export const getConsoleFile = operation({
  ...ofScreen,
  id: "console/get-file",
  method: "GET",
  path: "/console/{path+}",
  boundKeys: "open",
  summary: "Show a screen",
  description: "A screen of the console, or a file of it",
  params: z.object({ path: z.string().check(atMost(1024)) }),
  errors: [400, 404, 500],
});

/** POST /console/session: signs in and sets the session's cookie. */
export const createSession = operation({
  auth: "none",
  id: "console/create-session",
  audited: "login",
  auditsRefusals: true,
  method: "POST",
  path: "/console/session",
  boundKeys: "open",
  summary: "Sign in",
  description: "Sign in with email and password, or with an API key; the session's cookie lasts 12 hours",
  body: z.union([login.body, z.strictObject({ api_key: z.string().check(atMost(100)) })]),
  errors: [401, 403, 429],
});

/** POST /console/invitation: accepts an invitation, and signs in. */
export const acceptInvitation = operation({
  auth: "none",
  id: "console/accept-invitation",
  audited: "member.joined",
  method: "POST",
  path: "/console/invitation",
  boundKeys: "open",
  summary: "Accept an invitation",
  description: "Become a member of an account by an invitation's token, with an email and a password to sign in with",
  body: acceptanceIn,
  errors: [401, 404, 409, 429],
});

/** GET /console/session: who is signed in. */
export const getSession = operation({
  id: "console/get-session",
  method: "GET",
  path: "/console/session",
  boundKeys: "member",
  summary: "Get the session",
  description: "Who is signed in, what the session may do, and until when",
  response: z.object({
    email: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    expires_at: z.optional(dateTimeOut),
    mode: z.enum(modes),
    role: z.enum(["", ...memberRoles]),
    has_team: z.boolean(),
    colleagues: z.array(z.string()),
    by: z.string(),
  }),
  errors: [],
});

/** DELETE /console/session: signs out; answered in maintenance, too, so that everybody can sign out. */
export const deleteSession = operation({
  id: "console/delete-session",
  method: "DELETE",
  path: "/console/session",
  boundKeys: "member",
  summary: "Sign out",
  description: "End the session and delete its cookie",
  scope: "read",
  inMaintenance: "answered",
  errors: [],
});

/** GET /console/messages/{id}/frame: a received or sent email as a page for the console's frame, in which no script runs. */
export const getFrame = operation({
  id: "console/get-frame",
  method: "GET",
  path: "/console/messages/{id}/frame",
  boundKeys: { id: "email" },
  summary: "Show an email",
  description: "The HTML of a received or sent email, sanitised, as a page without scripts and origin",
  params: idParams,
  query: z.strictObject({
    quotes: described(z._default(flagQuery, false), "True shows what it quotes too. False when absent."),
    images: described(z._default(flagQuery, false), "True loads its remote images. False when absent."),
    inline: described(
      z._default(flagQuery, false),
      "True shows the images among its files, which are fetched from the mailbox's server; without an answer of it their descriptions show. False when absent.",
    ),
  }),
  errors: [400, 404],
});

/** The operations behind the console's page. They are not part of the documented API, and the setting `console` can leave them out. */
export const consoleOperations = [
  createSession,
  acceptInvitation,
  getSignInProviders,
  beginSignIn,
  finishSignIn,
  getSession,
  deleteSession,
  getChanges,
  getConsent,
  giveConsent,
  getFrame,
  getConsole,
  getConsoleFile,
] as const satisfies readonly Operation[];

/** Who is signed in, with the role of a member, what records say of him (`by`), and the names of the members that he works with. An exception: it joins an account, or a member, and a key. */
export const sessionOut = (
  { email, name, role, hasTeam }: Pick<User, "email" | "name" | "hasTeam"> & { readonly role?: MemberRole },
  key: KeyInUse,
  colleagues: readonly string[],
): AnswerOf<typeof getSession> => ({
  by: byOf(key),
  email,
  name,
  role: role ?? "",
  has_team: role !== undefined || hasTeam === true,
  colleagues: [...colleagues],
  scopes: [...key.scopes],
  mode: key.mode ?? "live",
  ...(key.expiresAt && { expires_at: dateOut(key.expiresAt) }),
});
