import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut } from "./fields.ts";
import { operation } from "./operation.ts";

const LOW_BALANCE_MAX = 1_000_000_000;
const BOUNDS = `must be a whole number from 0 to ${LOW_BALANCE_MAX}`;
const lowBalance = z.int(BOUNDS).check(z.gte(0, BOUNDS), z.lte(LOW_BALANCE_MAX, BOUNDS));

/** The account. */
export const account = named(
  "Account",
  z.object({
    id: described(z.string(), "The account's id."),
    email: described(z.string(), "The address it logs in with."),
    name: described(z.string(), "The account's name."),
    suppress_bounced: described(
      z.boolean(),
      "Whether a recipient whose address or domain does not exist is suppressed, and one whose mail came back from three sends in 30 days; false unless you change it.",
    ),
    suppress_complained: described(
      z.boolean(),
      "Whether a recipient who complains to his provider is suppressed; true unless you change it.",
    ),
    share_corrections: described(
      z.boolean(),
      "Whether the operator may export what you correct in the inbox, the message with it, to improve the reading of mail; false unless you change it.",
    ),
    low_balance: described(z.int(), "The balance at which `wallet.low` is sent, in credits; 100 unless you change it, 0 for never."),
    created_at: described(dateTimeOut, "When the record was made, RFC 3339 in UTC."),
  }),
  "The account and its settings.",
);

const example = {
  id: "655f1c2e9b1e8a0012345678",
  email: "demo@example.com",
  name: "Demo",
  suppress_bounced: false,
  suppress_complained: true,
  share_corrections: false,
  low_balance: 100,
  created_at: "2026-11-21T09:30:00.000Z",
};

/** GET /v1/account. */
export const getAccount = operation({
  id: "account/get",
  method: "GET",
  path: "/v1/account",
  summary: "Get the account",
  description: "The account and its settings",
  response: account,
  errors: [404],
  example: { response: example },
});

/** PATCH /v1/account (contract/README.md, "Suppressions", "Credits"). */
export const patchAccount = operation({
  id: "account/patch",
  method: "PATCH",
  path: "/v1/account",
  summary: "Change account settings",
  description: "Change the account's settings",
  body: named(
    "AccountChanges",
    z.strictObject({
      suppress_bounced: described(
        z.optional(z.boolean()),
        "Whether a recipient whose address or domain does not exist is suppressed, and one whose mail came back from three sends in 30 days; false unless you change it.",
      ),
      suppress_complained: described(
        z.optional(z.boolean()),
        "Whether a recipient who complains to his provider is suppressed; true unless you change it.",
      ),
      share_corrections: described(
        z.optional(z.boolean()),
        "Whether the operator may export what you correct in the inbox, the message with it, to improve the reading of mail; false unless you change it.",
      ),
      low_balance: described(
        z.optional(lowBalance),
        "The balance at which `wallet.low` is sent, in credits; 100 unless you change it, 0 for never.",
      ),
    }),
    "The settings to change; the others stay.",
  ),
  response: account,
  errors: [400, 404],
  example: { body: { suppress_bounced: true, low_balance: 500 }, response: { ...example, suppress_bounced: true, low_balance: 500 } },
});
