import * as z from "zod/mini";
import { dateTimeOut } from "./fields.ts";
import { operation } from "./operation.ts";

const LOW_BALANCE_MAX = 1_000_000_000;
const BOUNDS = `must be a whole number from 0 to ${LOW_BALANCE_MAX}`;
const lowBalance = z.int(BOUNDS).check(z.gte(0, BOUNDS), z.lte(LOW_BALANCE_MAX, BOUNDS));

const account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  suppress_bounced: z.boolean(),
  suppress_complained: z.boolean(),
  low_balance: z.int(),
  created_at: dateTimeOut,
});

const example = {
  id: "655f1c2e9b1e8a0012345678",
  email: "demo@example.com",
  name: "Demo",
  suppress_bounced: false,
  suppress_complained: true,
  low_balance: 100,
  created_at: "2026-11-21T09:30:00.000Z",
};

/** GET /v1/account. */
export const getAccount = operation({
  id: "account/get",
  method: "GET",
  path: "/v1/account",
  summary: "The account and its settings",
  response: account,
  errors: [404],
  example: { response: example },
});

/** PATCH /v1/account (contract/README.md, "Suppressions", "Credits"). */
export const patchAccount = operation({
  id: "account/patch",
  method: "PATCH",
  path: "/v1/account",
  summary: "Change the account's settings",
  body: z.strictObject({
    suppress_bounced: z.optional(z.boolean()),
    suppress_complained: z.optional(z.boolean()),
    low_balance: z.optional(lowBalance),
  }),
  response: account,
  errors: [400, 404],
  example: { body: { suppress_bounced: true, low_balance: 500 }, response: { ...example, suppress_bounced: true, low_balance: 500 } },
});
