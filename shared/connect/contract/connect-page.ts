import { namesWith } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { atMost } from "#shared/api/fields.ts";
import { formOperation, operation, type Operation } from "#shared/api/operation.ts";

/** The page is for people: it needs no key, and answers bad input with a message on the page. */
const ofPage = { auth: "none", errors: [404] } as const;
const params = z.strictObject({ token: z.string() });

/** Longer than any field of the form may be, characters. */
const FIELD_MAX = 4_096;

/** GET /connect/{token}: does not change the link, because mail scanners follow links. */
export const showConnectPage = operation({
  ...ofPage,
  id: "connect/show",
  method: "GET",
  path: "/connect/{token}",
  boundKeys: "open",
  summary: "Show the page of a connect link",
  description: "The page on which a mailbox's owner connects it",
  params,
  query: z.object({ problem: z.optional(z.string().check(atMost(40))), step: z.optional(z.string().check(atMost(40))) }),
});

/** POST /connect/{token}: one step of the page's form. */
export const submitConnectPage = formOperation({
  ...ofPage,
  id: "connect/submit",
  method: "POST",
  path: "/connect/{token}",
  boundKeys: "open",
  summary: "Submit the page of a connect link",
  description: "Find out how an address is connected, or connect it with a password",
  outside: "always",
  params,
  body: z.record(z.string().check(atMost(40)), z.string().check(atMost(FIELD_MAX))),
});

const text = z.optional(z.string().check(atMost(FIELD_MAX)));

/** GET /connect/oauth/{provider}/callback: the exact redirect address of the consent page, one for each provider (RFC 9700, 4.4.2.2). */
export const connectCallback = operation({
  ...ofPage,
  id: "connect/callback",
  method: "GET",
  path: "/connect/oauth/{provider}/callback",
  boundKeys: "open",
  summary: "Return from a consent page",
  description: "Connects the mailbox whose owner has consented, and leads away from the address with the code",
  outside: "always",
  inMaintenance: "refused",
  params: z.strictObject({ provider: z.enum(namesWith("oauth")) }),
  // Providers add fields of their own.
  query: z.object({ state: text, code: text, error: text }),
});

/** The operations behind the page of connect links; they are not part of the documented API. */
export const connectPageOperations = [showConnectPage, submitConnectPage, connectCallback] as const satisfies readonly Operation[];
