import { namesWith } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { plainAddress } from "#shared/api/fields.ts";
import { ACCESSES, TRANSPORTS } from "#shared/providers/provider.ts";
import type { Discovered } from "../discovery/discovered.ts";
import type { Consents } from "../oauth/oauth-providers.ts";
import { type From, toWire } from "#shared/api/wire.ts";

const source = z.enum(["provider_table", "mx", "srv", "autoconfig", "autodiscover", "guess"]);

const discoveredServer = named(
  "DiscoveredServer",
  z.object({
    host: described(z.string(), "The server's name."),
    port: described(z.int(), "Its port."),
    secure: described(z.enum(["tls", "starttls"]), "`tls` from the first byte, or `starttls`."),
    username: described(z.string(), "The login name."),
    source: described(source, "Where this was found, with the same values as the answer's `source`."),
    guessed: described(z.boolean(), "True when it is a guess: let the owner confirm it."),
    outside: described(
      z.boolean(),
      "True when it is outside the address's domain and belongs to no known provider: show its name and let the owner confirm it before a password is typed.",
    ),
  }),
  "A server as it was found, without a connection to it.",
);

/** What is known about connecting an address (api/README.md, "Mailboxes"). */
export const discovered = named(
  "DiscoveredMailbox",
  z.object({
    email: described(z.string(), "The address."),
    provider_id: described(z.string(), 'The provider, such as `google`; "" for one that is not in the service\'s table.'),
    provider_name: described(z.string(), 'The provider\'s name for people; "" for one that is not in the table.'),
    type: described(z.enum(namesWith("password", "oauth")), "The `type` with which to connect it."),
    login: described(
      z.enum(["oauth", "password", "app_password"]),
      "How its owner logs in: at the provider's consent page, with the mailbox's password, or with an app password.",
    ),
    app_password_url: described(z.string(), 'The provider\'s page on which the owner makes an app password; "" when none is known.'),
    transports: described(
      z.array(z.enum(TRANSPORTS)),
      "How the mailbox can be reached once its owner has consented; the first is what a consent asks for unless the request names a `transport` or an `access`. Empty where the owner does not log in by OAuth.",
    ),
    accesses: described(
      z.array(z.enum(ACCESSES)),
      "How much of the provider's HTTP interface a consent can be asked for (`access`); empty where there is none.",
    ),
    source: described(
      source,
      "Where `type` and `login` come from: the service's table of providers, the domain's MX or SRV records, its configuration file (autoconfig), Exchange's Autodiscover, or a guess.",
    ),
    guessed: described(z.boolean(), "True when `type` and `login` are a guess."),
    smtp: described(z.optional(discoveredServer), "The server that takes mail from the owner; absent when none was found."),
    imap: described(z.optional(discoveredServer), "The server from which the owner reads mail; absent when none was found."),
  }),
  "How to connect an address, each part with where it was found.",
);

const found = {
  host: "imap.mail.me.com",
  port: 993,
  secure: "tls",
  username: "jane@icloud.com",
  source: "provider_table",
  guessed: false,
  outside: false,
};

/** GET /v1/mailboxes/discover (api/README.md, "Mailboxes"). */
export const discoverMailbox = operation({
  id: "mailboxes/discover",
  mode: "live",
  scope: "admin",
  limit: "probe",
  outside: "always",
  method: "GET",
  path: "/v1/mailboxes/discover",
  boundKeys: "all",
  summary: "Discover settings",
  description: "Find out how to connect an address: its provider, its servers, and whether its owner logs in by OAuth or a password",
  query: z.strictObject({ email: described(plainAddress, "The address to connect.") }),
  response: discovered,
  errors: [400],
  example: {
    response: {
      email: "jane@icloud.com",
      provider_id: "icloud",
      provider_name: "iCloud",
      type: "smtp",
      login: "app_password",
      app_password_url: "https://account.apple.com/account/manage",
      transports: [],
      accesses: [],
      source: "provider_table",
      guessed: false,
      smtp: { ...found, host: "smtp.mail.me.com", port: 587, secure: "starttls" },
      imap: found,
    },
  },
});

/** What was discovered, in the API. */
export const discoveredOut: From<Discovered & Consents, typeof discovered> = toWire(discovered);
