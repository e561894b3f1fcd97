import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { atMost, lineOfText, dateTimeOut, domainName } from "#shared/api/fields.ts";
import { isDuration } from "#shared/platform/duration.ts";
import type { Account } from "../settings.ts";
import { type From, toWire } from "#shared/api/wire.ts";

const URL_MAX = 2048;
/** A host as a policy header may name it: nothing in it can end a directive (CSP Level 3, 2.2.1). */
const HOST = /^[a-z0-9.-]+$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)$/;

/** An https URL without credentials and fragment; on a laptop also http of the machine itself, where `loopback` says so. */
const isWebUrl = (text: string, loopback: boolean): boolean => {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "" || text.includes("#") || !HOST.test(url.hostname)) return false;
  return url.protocol === "https:" || (loopback && url.protocol === "http:" && LOOPBACK.test(url.hostname));
};

const REDIRECT = "must be an https URL without credentials and fragment; on a laptop also http://localhost at any port";
const LOGO = "must be an https URL without credentials and fragment, or empty";
const ORIGIN = "must be an origin such as https://app.example.com; on a laptop also http://localhost at any port";

/** A redirect URI of a connect link's page. */
export const connectRedirect = z.string().check(
  atMost(URL_MAX),
  z.refine((text) => isWebUrl(text, true), REDIRECT),
  z.meta({ format: "uri" }),
);
const logo = z.string().check(
  atMost(URL_MAX),
  z.refine((text) => text === "" || isWebUrl(text, false), LOGO),
);
const origin = z.string().check(
  atMost(300, ORIGIN),
  z.refine((text) => isWebUrl(text, true) && URL.parse(text)?.origin === text, ORIGIN),
);
const upTo = <S extends z.ZodMiniType>(most: number, each: S) =>
  z.array(each).check(z.maxLength(most, `must have at most ${most} entries`));

const NAME = "What the page of your connect links calls your product; the account's name by default.";
const LOGO_SAID = 'The https URL of the logo on that page; "" for none.';
const REDIRECTS = "The URLs to which that page may lead back, each compared as a whole; up to 20.";
const ORIGINS = "The origins of your pages that may show it in a frame; up to 20, none by default.";

/** The settings of the page of connect links, in an account's record. */
const connectSettingsOut = {
  connect_name: described(z.string(), NAME),
  connect_logo_url: described(z.string(), LOGO_SAID),
  connect_redirect_uris: described(z.array(z.string()), REDIRECTS),
  connect_frame_origins: described(z.array(z.string()), ORIGINS),
};

/** The same, to change. */
const connectSettings = {
  connect_name: described(z.optional(lineOfText(100).check(z.minLength(1, "must not be empty"))), NAME),
  connect_logo_url: described(z.optional(logo), LOGO_SAID),
  connect_redirect_uris: described(z.optional(upTo(20, connectRedirect)), REDIRECTS),
  connect_frame_origins: described(z.optional(upTo(20, origin)), ORIGINS),
};

const OWN_DOMAINS_MAX = 100;
const LOW_BALANCE_MAX = 1_000_000_000;
const BOUNDS = `must be a whole number from 0 to ${LOW_BALANCE_MAX}`;
const lowBalance = z.int(BOUNDS).check(z.gte(0, BOUNDS), z.lte(LOW_BALANCE_MAX, BOUNDS));

const CONTACTS_MAX = 20;
const WITHIN = "must be an ISO 8601 duration such as P14D, from PT1H to P365D";
const contactsMost = `must be a whole number from 1 to ${CONTACTS_MAX}`;
const [WITHIN_LEAST_MS, WITHIN_MOST_MS] = [3_600_000, 365 * 86_400_000];
const MAX_CONTACTS =
  "The most first emails to the same people within a time, over all mailboxes of a tenant; an email beyond it is refused with `recently_contacted`. Answers, follow-ups and forwards do not count. It counts what is accepted while it is set. None by default.";

/** A limit of first emails to the same people. */
const contactLimit = named(
  "ContactLimit",
  z.strictObject({
    per: described(
      z.enum(["address", "domain"]),
      "Who counts as the same: the recipient's address, or all addresses of its domain, except freemail domains.",
    ),
    count: described(z.int(contactsMost).check(z.gte(1, contactsMost), z.lte(CONTACTS_MAX, contactsMost)), "How many emails, 1 to 20."),
    within: described(
      z.string().check(
        atMost(64, WITHIN),
        z.refine((text) => isDuration(text, WITHIN_MOST_MS, WITHIN_LEAST_MS), WITHIN),
      ),
      "The time, an ISO 8601 duration such as `P14D`, from one hour to 365 days, between two departures.",
    ),
  }),
  "How many first emails the same people may get, and within which time.",
);

/** The account. */
export const account = named(
  "Account",
  z.object({
    id: described(z.string(), "The account's id."),
    email: described(z.string(), "The address it logs in with."),
    name: described(z.string(), "The account's name."),
    suppress_bounced: described(
      z.boolean(),
      "Whether recipients are suppressed when their address or domain does not exist, or when three sends to them bounced within 30 days; false by default.",
    ),
    suppress_complained: described(z.boolean(), "Whether a recipient who marks an email as spam is suppressed; true by default."),
    suppress_asked: described(
      z.boolean(),
      "Whether the sender of an answer whose own words ask to be written to no more (`intent` is `unsubscribe`, by rule) is suppressed, with the reason `asked`; false by default. The answer must name your email by its id, and its From address must not fail DMARC.",
    ),
    share_corrections: described(
      z.boolean(),
      "Whether the operator may export messages that you correct in the inbox, with the corrections, to improve how mail is classified; false by default.",
    ),
    own_domains: described(
      z.array(z.string()),
      "The domains of your own people. Their mail is shown and linked, but does not count as an answer to an email that was not sent to them. Empty: the domains of the tenant's connected mailboxes, except freemail.",
    ),
    low_balance: described(z.int(), "The balance at which `wallet.low` is sent, in credits; 100 by default, 0 for never."),
    max_contacts: described(z.optional(contactLimit), MAX_CONTACTS),
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
  suppress_asked: false,
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

/** PATCH /v1/account (api/README.md, "Suppressions", "Credits"). */
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
        "Whether recipients are suppressed when their address or domain does not exist, or when three sends to them bounced within 30 days; false by default.",
      ),
      suppress_complained: described(
        z.optional(z.boolean()),
        "Whether a recipient who marks an email as spam is suppressed; true by default.",
      ),
      suppress_asked: described(
        z.optional(z.boolean()),
        "Whether the sender of an answer whose own words ask to be written to no more (`intent` is `unsubscribe`, by rule) is suppressed, with the reason `asked`; false by default. The answer must name your email by its id, and its From address must not fail DMARC.",
      ),
      share_corrections: described(
        z.optional(z.boolean()),
        "Whether the operator may export messages that you correct in the inbox, with the corrections, to improve how mail is classified; false by default.",
      ),
      own_domains: described(
        z.optional(z.array(domainName).check(z.maxLength(OWN_DOMAINS_MAX))),
        "The domains of your own people, up to 100. Their mail is shown and linked, but does not count as an answer to an email that was not sent to them. [] by default: the domains of the tenant's connected mailboxes, except freemail.",
      ),
      low_balance: described(z.optional(lowBalance), "The balance at which `wallet.low` is sent, in credits; 100 by default, 0 for never."),
      max_contacts: described(z.optional(z.nullable(contactLimit)), `${MAX_CONTACTS} null: no limit.`),
      ...connectSettings,
    }),
    "The settings to change; absent ones stay as they are.",
  ),
  response: account,
  errors: [400, 404],
  example: { body: { suppress_bounced: true, low_balance: 500 }, response: { ...example, suppress_bounced: true, low_balance: 500 } },
});

/** An account in the API. */
export const accountOut: From<Account, typeof account> = toWire(account);
