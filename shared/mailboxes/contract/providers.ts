import * as z from "zod/mini";
import { described, named, operation, type OutputOf } from "#shared/api/operation.ts";
import { ACCESSES, TRANSPORTS } from "#shared/providers/provider.ts";
import { providerNames } from "#shared/providers/index.ts";

const server = named(
  "ProviderServer",
  z.object({
    host: described(z.string(), "The server's name."),
    port: described(z.int(), "Its port."),
    secure: described(z.enum(["tls", "starttls"]), "`tls` from the first byte, or `starttls`."),
  }),
  "A server of a provider.",
);

const knownServers = named(
  "KnownServers",
  z.object({
    name: described(z.string(), "Whose servers they are, for a list to choose from."),
    hint: described(z.string(), 'What the owner has to do first; "" for nothing.'),
    smtp: described(server, "The server that takes mail from the owner."),
    imap: described(server, "The server from which the owner reads mail."),
  }),
  "The servers of a provider that takes passwords.",
);

/** A provider of mailboxes as the API shows it. */
const provider = named(
  "Provider",
  z.object({
    type: described(z.enum(providerNames), "The `type` of its mailboxes."),
    name: described(z.string(), "Its name for people."),
    icon: described(z.string(), "Its icon: the path (`d`) of an SVG of 24 by 24, to be filled with one colour."),
    login: described(
      z.enum(["password", "oauth", "none"]),
      "How its owners log in: with a password, at its consent page, or not at all, because a test world has no servers.",
    ),
    transports: described(
      z.array(z.enum(TRANSPORTS)),
      "How its mailboxes can be reached. Where there are several, `transport` chooses one of them, or `auto`.",
    ),
    accesses: described(
      z.array(z.enum(ACCESSES)),
      "How much of its HTTP interface a consent can be asked for (`access`); empty where it has none.",
    ),
    smtp: described(z.optional(server), "Its server that takes mail; absent where each mailbox names its own."),
    imap: described(z.optional(server), "Its server from which mail is read; absent where each mailbox names its own."),
    max_daily_sends: described(z.int(), "The `max_daily_sends` of a new mailbox that names none."),
    max_per_minute: described(z.optional(z.int()), "How many emails leave a mailbox in a minute; absent for as many as its server takes."),
    files_sent_mail: described(
      z.enum(["always", "varies"]),
      "`always`: it files sent mail in the Sent folder itself. `varies`: it is found out of each mailbox, and copies are filed where it does not.",
    ),
    spf_include: described(z.string(), 'The domain that an SPF record includes for its mail; "" where it depends on the server.'),
    dkim_selectors: described(
      z.array(z.string()),
      "The DKIM selectors that it uses, the one to publish first; empty where it depends on the server.",
    ),
    servers: described(
      z.array(knownServers),
      "Well-known servers to choose from; empty where a mailbox names none. `GET /v1/mailboxes/discover` finds those of any address.",
    ),
  }),
  "A provider of mailboxes, and what the service knows of it.",
);

/** A provider in the API. */
export type ProviderOut = OutputOf<typeof provider>;

const google = {
  type: "google" as const,
  name: "Google",
  icon: "M12 2a10 10 0 1 0 10 10h-4a6 6 0 1 1-6-6z",
  login: "oauth" as const,
  transports: ["imap_smtp" as const, "gmail_api" as const],
  accesses: ["full" as const, "read_send" as const, "send" as const],
  smtp: { host: "smtp.gmail.com", port: 465, secure: "tls" as const },
  imap: { host: "imap.gmail.com", port: 993, secure: "tls" as const },
  max_daily_sends: 500,
  files_sent_mail: "always" as const,
  spf_include: "_spf.google.com",
  dkim_selectors: ["google"],
  servers: [],
};

/** GET /v1/providers (api/README.md, "Mailboxes"). */
export const listProviders = operation({
  id: "providers/list",
  method: "GET",
  path: "/v1/providers",
  boundKeys: "all",
  summary: "List providers",
  description: "List the providers of mailboxes: how they are reached, their limits, what DNS says of them, and how to show them",
  response: z.array(provider),
  errors: [],
  example: { response: [google] },
});
