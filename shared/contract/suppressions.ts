import * as z from "zod/mini";
import { dateTimeOut, objectId, plainAddress } from "./fields.ts";
import { operation } from "./operation.ts";
import { nextCursor, onePlace, pageQuery } from "./paging.ts";

/** Why an address gets no mail. */
export const suppressionReason = z.enum(["manual", "bounced", "unsubscribed"]);

const suppression = z.object({
  id: z.string(),
  email: z.string(),
  reason: suppressionReason,
  send_id: z.string(),
  created_at: dateTimeOut,
});

const example = {
  id: "655f1c2e9b1e8a0012345692",
  email: "jane@example.com",
  reason: "manual" as const,
  send_id: "",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** GET /v1/suppressions (contract/README.md, "Suppressions"). */
export const listSuppressions = operation({
  id: "suppressions/list",
  method: "GET",
  path: "/v1/suppressions",
  summary: "List the addresses that get no mail of the account, newest first",
  pagedBy: "created_at",
  query: z.strictObject({ email: z.optional(plainAddress), reason: z.optional(suppressionReason), ...pageQuery }).check(onePlace),
  response: z.object({ suppressions: z.array(suppression), limit: z.int(), offset: z.int(), next_cursor: nextCursor }),
  errors: [400],
  example: { response: { suppressions: [example], limit: 50, offset: 0 } },
});

const ADDED_MAX = 1000;

/** POST /v1/suppressions; to add an address again changes nothing. */
export const addSuppressions = operation({
  id: "suppressions/add",
  scope: "send",
  method: "POST",
  path: "/v1/suppressions",
  summary: "Suppress up to 1,000 addresses: nothing is sent to them any more",
  body: z.strictObject({
    emails: z
      .array(plainAddress)
      .check(z.minLength(1, "must hold at least one address"), z.maxLength(ADDED_MAX, `must hold at most ${ADDED_MAX} addresses`)),
  }),
  response: z.object({ suppressions: z.array(suppression) }),
  errors: [400],
  example: { body: { emails: [example.email] }, response: { suppressions: [example] } },
});

/** DELETE /v1/suppressions/{id}; no address is 24 hexadecimal digits, so the two cannot be mistaken. */
export const removeSuppression = operation({
  id: "suppressions/remove",
  scope: "send",
  method: "DELETE",
  path: "/v1/suppressions/{id}",
  summary: "Let an address get mail again; {id} is the suppression's id or the address",
  params: z.strictObject({ id: z.union([objectId, plainAddress], "must be a 24-character hexadecimal id or an address") }),
  status: 204,
  errors: [400, 404],
});
