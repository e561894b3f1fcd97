import * as z from "zod/mini";
import { boundsIn } from "#shared/accounts/contract/auth.ts";
import type { Asked, AuthorizationRequest, Choice } from "#shared/accounts/oauth/authorize.ts";
import { redirectUrlOf, isLoopbackHost } from "#shared/accounts/oauth/client-metadata.ts";
import { atMost } from "#shared/api/fields.ts";
import { modes, operation, type AnswerOf } from "#shared/api/operation.ts";
import { fromWire, type Into } from "#shared/api/wire.ts";

/** Longer than any parameter of an authorization request, characters. */
const PARAMETER_MAX = 4_096;
const parameter = z.string().check(atMost(PARAMETER_MAX));
const optional = z.optional(parameter);

const request = {
  client_id: parameter,
  redirect_uri: parameter,
  response_type: optional,
  code_challenge: optional,
  code_challenge_method: optional,
  resource: optional,
  scope: optional,
  state: optional,
};

const level = z.enum(["read", "draft", "send"], "must be read, draft or send");

/** The query of an authorization request; parameters that it does not know are ignored (RFC 6749, 3.1). */
const asked = z.object(request);

/** GET /console/consent: what an OAuth client asks for, for the page on which a person allows or denies it. */
export const getConsent = operation({
  id: "console/get-consent",
  method: "GET",
  path: "/console/consent",
  boundKeys: "none",
  summary: "Get what a client asks for",
  description: "The OAuth client of an authorization request, where it gets its answer, and what hinders it",
  scope: "admin",
  limit: "probe",
  outside: "always",
  query: asked,
  response: z.object({
    client_name: z.string(),
    client_host: z.string(),
    redirect_host: z.string(),
    is_local: z.boolean(),
    level,
    fault: z.string(),
    back_url: z.string(),
  }),
  errors: [400],
});

const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const chosen = z
  .strictObject({
    ...request,
    level,
    tenant: boundsIn.tenant,
    mailbox_ids: boundsIn.mailbox_ids,
    expires_at: z.pipe(
      boundsIn.expires_at,
      z.custom<Date>().check(
        z.refine((at) => at instanceof Date, "must be given"),
        z.refine((at) => !(at instanceof Date) || at.getTime() < Date.now() + DAYS_MAX * DAY_MS, "must be within a year"),
      ),
    ),
    mode: z.optional(z.enum(modes, "must be live or test")),
  })
  .check(
    z.refine(({ tenant, mailbox_ids: ids }) => tenant === undefined || ids === undefined, {
      path: ["mailbox_ids"],
      error: "cannot be given with tenant",
    }),
  );

/** POST /console/consent: a person allows what a client asked for; the answer leads back to it with a code. */
export const giveConsent = operation({
  id: "console/give-consent",
  audited: "api_key.created",
  method: "POST",
  path: "/console/consent",
  boundKeys: "none",
  summary: "Allow a client",
  description: "Allow an OAuth client to read, draft or send mail at /mcp, within bounds and until an end",
  limit: "probe",
  outside: "always",
  body: chosen,
  response: z.object({ id: z.string(), location: z.string() }),
  errors: [400, 404, 409],
});

/** An authorization request, in the domain's form. */
export const askedIn: Into<AuthorizationRequest, typeof asked> = fromWire(asked);

/** The same with what a person chose. */
export const choiceIn: Into<AuthorizationRequest & Choice, typeof chosen> = fromWire(chosen);

/** What a client asks for. An exception: the hosts are taken out of the addresses. */
export const askedOut = ({ client, level: asks, fault, backUrl }: Asked, redirectUri: string): AnswerOf<typeof getConsent> => {
  const { host = "", hostname = "" } = redirectUrlOf(redirectUri) ?? {};
  return {
    client_name: client.name,
    client_host: client.host,
    redirect_host: host,
    is_local: isLoopbackHost(hostname),
    level: asks,
    fault: fault?.description ?? "",
    back_url: backUrl,
  };
};
