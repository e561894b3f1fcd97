import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut } from "#shared/api/fields.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { type From, toWire } from "#shared/api/wire.ts";
import type { Pool } from "#shared/mailboxes/pools.ts";
import { mailboxChoice, poolName } from "./sender.ts";

/** A pool of mailboxes. */
const pool = named(
  "Pool",
  z.object({
    id: described(z.string(), "The pool's id."),
    name: described(z.string(), "Its name, which emails give as `pool`."),
    mailbox_ids: described(
      z.array(z.string()),
      "Its mailboxes, as far as the key may see them. One that was disconnected stays in the pool, is not chosen, and is again once it is reconnected.",
    ),
    created_at: described(dateTimeOut, "When it was made, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When it was last given its mailboxes."),
  }),
  "Mailboxes under one name: an email that names the pool leaves from one of them.",
);

const poolParams = z.strictObject({ name: poolName });

const example = {
  id: "655f1c2e9b1e8a00123456d1",
  name: "sales",
  mailbox_ids: ["655f1c2e9b1e8a00123456aa", "655f1c2e9b1e8a00123456ab"],
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};

/** PUT /v1/pools/{name}. */
export const putPool = operation({
  id: "pools/put",
  audited: "pool.saved",
  fills: true,
  method: "PUT",
  path: "/v1/pools/{name}",
  boundKeys: "none",
  summary: "Save a pool",
  description: "Make a pool of 2 to 50 mailboxes, or give the one of that name these mailboxes; an account has up to 100 pools",
  params: poolParams,
  body: named(
    "PoolMailboxes",
    z.strictObject({
      mailbox_ids: described(mailboxChoice, "Its mailboxes, 2 to 50: of two that would send equally soon, the one that stands first."),
    }),
    "The mailboxes of a pool.",
  ),
  response: pool,
  errors: [400, 404, 409],
  example: { body: { mailbox_ids: example.mailbox_ids }, response: example },
});

/** GET /v1/pools. */
export const listPools = operation({
  id: "pools/list",
  method: "GET",
  path: "/v1/pools",
  boundKeys: { rows: "within" },
  summary: "List pools",
  description: "List the account's pools by name; a bound key sees those with mailboxes within its bounds, and only these mailboxes",
  query: z.strictObject(tenantFilter),
  response: z.array(pool),
  errors: [400],
  example: { response: [example] },
});

/** GET /v1/pools/{name}. */
export const getPool = operation({
  id: "pools/get",
  method: "GET",
  path: "/v1/pools/{name}",
  boundKeys: { rows: "within" },
  summary: "Get a pool",
  description: "One pool with its mailboxes, of a bound key those within its bounds; 404 where that is none",
  params: poolParams,
  query: z.strictObject(tenantFilter),
  response: pool,
  errors: [400, 404],
  example: { response: example },
});

/** DELETE /v1/pools/{name}. */
export const deletePool = operation({
  id: "pools/delete",
  audited: "pool.deleted",
  method: "DELETE",
  path: "/v1/pools/{name}",
  boundKeys: "none",
  summary: "Delete a pool",
  description: "Delete a pool: its mailboxes stay, and emails that were accepted keep the mailbox that was chosen",
  params: poolParams,
  status: 204,
  errors: [400, 404],
});

/** A pool in the API. */
export const poolOut: From<Pool, typeof pool> = toWire(pool);
