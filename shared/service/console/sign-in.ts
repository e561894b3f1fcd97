import * as z from "zod/mini";
import type { SignInProblem } from "#shared/accounts/sign-in/finish.ts";
import { atMost } from "#shared/api/fields.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { type AnswerOf, operation } from "#shared/api/operation.ts";
import { namesWith, type OAuthProviderName, providers as known, shownProviders } from "#shared/providers/index.ts";

/** Longer than any parameter of a provider's answer, characters. */
const PARAMETER_MAX = 4_096;
const text = z.optional(z.string().check(atMost(PARAMETER_MAX)));
const params = z.strictObject({ provider: z.enum(namesWith("oauth")) });

/** GET /console/sign-in/providers: what the sign-in screen offers besides a password. */
export const getSignInProviders = operation({
  auth: "none",
  inMaintenance: "answered",
  id: "console/get-sign-in-providers",
  method: "GET",
  path: "/console/sign-in/providers",
  boundKeys: "open",
  summary: "List ways to sign in",
  description: "The providers whose accounts members sign in with, as the operator has switched them on",
  response: z.object({
    providers: z.array(z.object({ provider: z.enum(namesWith("oauth")), company: z.string(), icon: z.string() })),
  }),
  errors: [],
});

/** POST /console/sign-in/{provider}: begins a sign-in at a provider, in this browser alone. */
export const beginSignIn = operation({
  auth: "none",
  id: "console/begin-sign-in",
  method: "POST",
  path: "/console/sign-in/{provider}",
  boundKeys: "open",
  summary: "Begin to sign in at a provider",
  description: "Begin to sign in with a provider's account, or to accept an invitation with it; the answer names the provider's page",
  params,
  body: z.strictObject({ invitation: z.optional(z.string().check(atMost(100))) }),
  errors: [400, 401, 404, 429],
});

/** GET /console/sign-in/{provider}/callback: the exact redirect address, one for each provider (RFC 9700, 4.4.2.2). */
export const finishSignIn = operation({
  auth: "none",
  id: "console/finish-sign-in",
  audited: "login",
  auditsRefusals: true,
  method: "GET",
  path: "/console/sign-in/{provider}/callback",
  boundKeys: "open",
  summary: "Return from a provider's sign-in",
  description: "Signs in the member whose account it is, or accepts the invitation, and leads away from the address with the code",
  outside: "always",
  inMaintenance: "refused",
  params,
  // Providers add fields of their own.
  query: z.object({ state: text, code: text, error: text, iss: text }),
  errors: [404],
});

/** The providers with the words and the icon of their buttons. */
export const providersOut = (names: Iterable<OAuthProviderName>): AnswerOf<typeof getSignInProviders> => ({
  providers: [...names].map((provider) => ({
    provider,
    company: known[provider].company,
    icon: shownProviders[provider].icon,
  })),
});

const leadTo = (location: string, cookie?: string): RawAnswer => ({
  status: 303,
  headers: { location, "referrer-policy": "no-referrer", ...(cookie !== undefined && { "set-cookie": cookie }) },
  body: "",
});

/**
 * Leads to the console's page with a session's cookie. The browser does not send that with this request, which another site began; the page needs none,
 * and asks with it who is signed in.
 */
export const signedInAnswer = (cookie: string): RawAnswer => leadTo("/console", cookie);

/** Leads to the sign-in screen, which says what happened in the reader's language. */
export const problemAnswer = (problem: SignInProblem): RawAnswer => leadTo(`/console/sign-in?problem=${problem}`);
