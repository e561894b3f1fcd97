import * as z from "zod/mini";
import { described, named, operation, type OutputOf } from "#shared/api/operation.ts";
import { dateTimeOut, domainName, objectId, plainAddress } from "#shared/api/fields.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { isDomain, type Suppression } from "../suppression.ts";
import { type From, toWire } from "#shared/api/wire.ts";

/** Why an address gets no mail. */
const suppressionReason = z.enum(["manual", "bounced", "unsubscribed", "complained", "asked"]);

/** A suppression. */
export const suppression = named(
  "Suppression",
  z.object({
    id: described(z.string(), "The suppression's id."),
    email: described(z.string(), 'The address, in lower case; "" when it is a domain.'),
    domain: described(z.string(), 'The domain, of which no address gets mail; "" when it is an address.'),
    reason: described(
      suppressionReason,
      "`manual`: you added it; `bounced`: a delivery to it failed permanently; `unsubscribed`: its owner unsubscribed; `complained`: its owner marked an email as spam; `asked`: its owner asked in an answer to be written to no more (`suppress_asked`).",
    ),
    send_id: described(
      z.string(),
      'The send that bounced, whose link was used, that was complained about, or whose answer asked; "" for `manual`.',
    ),
    mailbox_id: described(z.string(), 'The mailbox of that send; "" for `manual`.'),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
  }),
  "An address, or a whole domain, to which the account sends no mail.",
);

const example = {
  id: "655f1c2e9b1e8a0012345692",
  email: "jane@example.com",
  domain: "",
  reason: "manual" as const,
  send_id: "",
  mailbox_id: "",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** GET /v1/suppressions (api/README.md, "Suppressions"). */
export const listSuppressions = operation({
  id: "suppressions/list",
  method: "GET",
  path: "/v1/suppressions",
  boundKeys: "none",
  summary: "List suppressions",
  description: "List the suppressed addresses and domains, newest first",
  pagedBy: "created_at",
  query: z
    .strictObject({
      email: described(z.optional(plainAddress), "Only this address, ignoring case; not its domain."),
      domain: described(z.optional(domainName), "Only this domain as a whole; not the addresses in it."),
      reason: described(z.optional(suppressionReason), "Only addresses that are suppressed for this reason."),
      ...pageQuery,
    })
    .check(
      offsetOrCursor,
      z.refine(({ email, domain }) => email === undefined || domain === undefined, {
        path: ["domain"],
        error: "cannot be given with email",
      }),
    ),
  response: named(
    "SuppressionList",
    z.object({
      suppressions: described(z.array(suppression), "The addresses, newest first."),
      ...shownPage,
    }),
    "A page of suppressed addresses.",
  ),
  errors: [400],
  example: { response: { suppressions: [example], limit: 50, offset: 0 } },
});

const ADDED_MAX = 1000;

/** A complete address: `*@example.com` is refused, because whoever writes it means the domain. */
const suppressedAddress = plainAddress.check(
  z.refine((address) => !address.includes("*"), "must be one complete address; use domains to suppress a whole domain"),
);

/** POST /v1/suppressions; adding an address or a domain again changes nothing. */
export const addSuppressions = operation({
  id: "suppressions/add",
  fills: true,
  scope: "send",
  method: "POST",
  path: "/v1/suppressions",
  boundKeys: "none",
  summary: "Add suppressions",
  description: "Suppress up to 1,000 addresses and domains: no more mail is sent to them",
  body: named(
    "NewSuppressions",
    z
      .strictObject({
        emails: described(
          z.optional(
            z
              .array(suppressedAddress)
              .check(z.minLength(1, "must have at least one address"), z.maxLength(ADDED_MAX, `must have at most ${ADDED_MAX} addresses`)),
          ),
          "The addresses; existing suppressions stay as they are.",
        ),
        domains: described(
          z.optional(
            z
              .array(domainName)
              .check(z.minLength(1, "must have at least one domain"), z.maxLength(ADDED_MAX, `must have at most ${ADDED_MAX} domains`)),
          ),
          "Domains such as `example.com`: nothing is sent to any address in them.",
        ),
      })
      .check(
        z.refine(({ emails, domains }) => emails !== undefined || domains !== undefined, {
          path: ["emails"],
          error: "is required unless there are domains",
        }),
        z.refine(({ emails = [], domains = [] }) => emails.length + domains.length <= ADDED_MAX, {
          path: ["domains"],
          error: `must be at most ${ADDED_MAX} with the emails`,
        }),
      ),
    "Addresses and domains to suppress, 1 to 1,000 together.",
  ),
  response: named(
    "Suppressions",
    z.object({
      suppressions: described(z.array(suppression), "One for each address of the request, in its order, then one for each domain."),
    }),
    "The resulting suppressions.",
  ),
  errors: [400],
  example: { body: { emails: [example.email] }, response: { suppressions: [example] } },
});

/** DELETE /v1/suppressions/{id}. Ids have 24 hexadecimal digits, which no address or domain has, so that the two cannot be confused. */
export const removeSuppression = operation({
  id: "suppressions/remove",
  scope: "send",
  method: "DELETE",
  path: "/v1/suppressions/{id}",
  boundKeys: "none",
  summary: "Remove a suppression",
  description: "Remove a suppression; {id} is its id, the address or the domain",
  params: z.strictObject({
    id: z.union([objectId, plainAddress, domainName], "must be a 24-character hexadecimal id, an address or a domain"),
  }),
  status: 204,
  errors: [400, 404],
});

const wireOf: From<Suppression & { readonly domain: string }, typeof suppression> = toWire(suppression);

/** A suppression in the API. An exception: the record has addresses and domains in one field. */
export const suppressionOut = (row: Suppression): OutputOf<typeof suppression> =>
  wireOf(isDomain(row) ? { ...row, email: "", domain: row.email } : { ...row, domain: "" });
