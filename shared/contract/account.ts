import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut, domainName } from "./fields.ts";
import { operation } from "./operation.ts";
import { connectSettings, connectSettingsOut } from "./connect-settings.ts";

const OWN_DOMAINS_MAX = 100;
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
      "Whether a recipient whose address or domain does not exist is suppressed, and one to whom three sends bounced within 30 days; false by default.",
    ),
    suppress_complained: described(z.boolean(), "Whether a recipient who marks an email as spam is suppressed; true by default."),
    share_corrections: described(
      z.boolean(),
      "Whether the operator may export messages that you correct in the inbox, with the corrections, to improve how mail is classified; false by default.",
    ),
    own_domains: described(
      z.array(z.string()),
      "The domains whose people are your own: their mail is shown and linked, and is no answer to an email that was not sent to them. Empty: the domains of the tenant's connected mailboxes, except freemail.",
    ),
    low_balance: described(z.int(), "The balance at which `wallet.low` is sent, in credits; 100 by default, 0 for never."),
    ...connectSettingsOut,
    hourly_send_limit: described(
      z.optional(z.int()),
      "How many emails of the account are accepted in a clock hour (UTC), as the operator set it; absent when only the balance is the limit.",
    ),
    sends_this_hour: described(z.int(), "How many emails were accepted in this clock hour."),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
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
  own_domains: [],
  low_balance: 100,
  connect_name: "Demo",
  connect_logo_url: "",
  connect_redirect_uris: ["https://app.example.com/mailboxes/connected"],
  connect_frame_origins: [],
  sends_this_hour: 12,
  created_at: "2026-11-21T09:30:00.000Z",
};

/** GET /v1/account. */
export const getAccount = operation({
  id: "account/get",
  method: "GET",
  path: "/v1/account",
  boundKeys: "none",
  summary: "Get the account",
  description: "The account and its settings",
  response: account,
  errors: [404],
  example: { response: example },
});

/** PATCH /v1/account (contract/README.md, "Suppressions", "Credits"). */
export const patchAccount = operation({
  id: "account/patch",
  audited: "account.updated",
  method: "PATCH",
  path: "/v1/account",
  boundKeys: "none",
  summary: "Change account settings",
  description: "Change the account's settings",
  body: named(
    "AccountChanges",
    z.strictObject({
      suppress_bounced: described(
        z.optional(z.boolean()),
        "Whether a recipient whose address or domain does not exist is suppressed, and one to whom three sends bounced within 30 days; false by default.",
      ),
      suppress_complained: described(
        z.optional(z.boolean()),
        "Whether a recipient who marks an email as spam is suppressed; true by default.",
      ),
      share_corrections: described(
        z.optional(z.boolean()),
        "Whether the operator may export messages that you correct in the inbox, with the corrections, to improve how mail is classified; false by default.",
      ),
      own_domains: described(
        z.optional(z.array(domainName).check(z.maxLength(OWN_DOMAINS_MAX))),
        "The domains whose people are your own, up to 100: their mail is shown and linked, and is no answer to an email that was not sent to them. [] by default: the domains of the tenant's connected mailboxes, except freemail.",
      ),
      low_balance: described(z.optional(lowBalance), "The balance at which `wallet.low` is sent, in credits; 100 by default, 0 for never."),
      ...connectSettings,
    }),
    "The settings to change; absent ones stay as they are.",
  ),
  response: account,
  errors: [400, 404],
  example: { body: { suppress_bounced: true, low_balance: 500 }, response: { ...example, suppress_bounced: true, low_balance: 500 } },
});
