import * as z from "zod/mini";
import { dateTimeOut, domainName, objectId, plainAddress } from "./fields.ts";
import { operation } from "./operation.ts";
import { nextCursor, onePlace, pageQuery } from "./paging.ts";

/** Why an address gets no mail. */
export const suppressionReason = z.enum(["manual", "bounced", "unsubscribed", "complained"]);

const suppression = z.object({
  id: z.string(),
  email: z.string(),
  domain: z.string(),
  reason: suppressionReason,
  send_id: z.string(),
  created_at: dateTimeOut,
});

const example = {
  id: "655f1c2e9b1e8a0012345692",
  email: "jane@example.com",
  domain: "",
  reason: "manual" as const,
  send_id: "",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** GET /v1/suppressions (contract/README.md, "Suppressions"). */
export const listSuppressions = operation({
  id: "suppressions/list",
  method: "GET",
  path: "/v1/suppressions",
  summary: "List the addresses and domains that get no mail of the account, newest first",
  pagedBy: "created_at",
  query: z
    .strictObject({
      email: z.optional(plainAddress),
      domain: z.optional(domainName),
      reason: z.optional(suppressionReason),
      ...pageQuery,
    })
    .check(
      onePlace,
      z.refine(({ email, domain }) => email === undefined || domain === undefined, {
        path: ["domain"],
        error: "cannot be given with email",
      }),
    ),
  response: z.object({ suppressions: z.array(suppression), limit: z.int(), offset: z.int(), next_cursor: nextCursor }),
  errors: [400],
  example: { response: { suppressions: [example], limit: 50, offset: 0 } },
});

const ADDED_MAX = 1000;

/** An address, in full: nobody has `*@example.com`, and whoever writes it means the domain. */
const suppressedAddress = plainAddress.check(
  z.refine((address) => !address.includes("*"), "must be one address in full; a whole domain is suppressed by domains"),
);

/** POST /v1/suppressions; to add an address or a domain again changes nothing. */
export const addSuppressions = operation({
  id: "suppressions/add",
  scope: "send",
  method: "POST",
  path: "/v1/suppressions",
  summary: "Suppress up to 1,000 addresses and domains: nothing is sent to them any more",
  body: z
    .strictObject({
      emails: z.optional(
        z
          .array(suppressedAddress)
          .check(z.minLength(1, "must hold at least one address"), z.maxLength(ADDED_MAX, `must hold at most ${ADDED_MAX} addresses`)),
      ),
      domains: z.optional(
        z
          .array(domainName)
          .check(z.minLength(1, "must hold at least one domain"), z.maxLength(ADDED_MAX, `must hold at most ${ADDED_MAX} domains`)),
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
  response: z.object({ suppressions: z.array(suppression) }),
  errors: [400],
  example: { body: { emails: [example.email] }, response: { suppressions: [example] } },
});

/** DELETE /v1/suppressions/{id}; no address and no domain is 24 hexadecimal digits, so none is mistaken for another. */
export const removeSuppression = operation({
  id: "suppressions/remove",
  scope: "send",
  method: "DELETE",
  path: "/v1/suppressions/{id}",
  summary: "Let an address or a domain get mail again; {id} is the suppression's id, the address or the domain",
  params: z.strictObject({
    id: z.union([objectId, plainAddress, domainName], "must be a 24-character hexadecimal id, an address or a domain"),
  }),
  status: 204,
  errors: [400, 404],
});
