import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { nameIssue, NAME_MAX, parseAddress, parsePlainAddress, RECIPIENTS_MAX } from "../domain/mail/addresses.ts";
import { dateTimeOut } from "./fields.ts";

/** The most addresses in cc, and in bcc. */
const COPIES_MAX = 50;

type AddressInput = string | { readonly email: string; readonly name?: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** An address with or without a name: `jane@x.com`, `Jane Doe <jane@x.com>` or `{ "name": "Jane Doe", "email": "jane@x.com" }`; its domain comes out in lower case. */
export const address = named(
  "Recipient",
  z.pipe(
    z.custom<AddressInput>().check(
      z.superRefine((value: unknown, context) => {
        const note = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
        if (value === undefined) return note([], "is required");
        if (typeof value === "string") {
          const parsed = parseAddress(value);
          return parsed.ok ? undefined : note([], parsed.error);
        }
        if (!isRecord(value)) return note([], "must be an address or an object with email and name");
        const { email, name = "", ...others } = value;
        for (const other of Object.keys(others).slice(0, COPIES_MAX)) note([other], "is not a known field");
        if (email === undefined) note(["email"], "is required");
        else if (typeof email !== "string") note(["email"], "must be a string");
        else {
          const plain = parsePlainAddress(email);
          if (!plain.ok) note(["email"], plain.error);
        }
        const issue = typeof name === "string" ? nameIssue(name) : "must be a string";
        if (issue !== undefined) note(["name"], issue);
      }),
      z.meta({
        anyOf: [{ type: "string", description: "`jane@example.com` or `Jane Doe <jane@example.com>`." }, { $ref: "#/$defs/Address" }],
      }),
    ),
    z.transform((value) => {
      const { name = "", email } = typeof value === "string" ? { email: value } : value;
      const parsed = parseAddress(email);
      return parsed.ok ? { name: parsed.name || name.trim(), email: parsed.email } : { name, email };
    }),
  ),
  "An address with or without a name, as a text or as an object.",
);

/** Further recipients. */
export const copies = z.array(address).check(z.maxLength(COPIES_MAX, `must hold at most ${COPIES_MAX} addresses`));

/** A sender's name. */
export const fromName = z.string().check(
  z.superRefine((name, context) => {
    const issue = nameIssue(name);
    if (issue !== undefined) context.addIssue({ code: "custom", message: issue });
  }),
  z.meta({ maxLength: NAME_MAX }),
);

interface Recipients {
  readonly cc?: readonly unknown[] | undefined;
  readonly bcc?: readonly unknown[] | undefined;
}

/** One email goes to so many at most, whoever it is addressed to counted in. */
export const recipientsFit = z.refine<Recipients>(({ cc = [], bcc = [] }) => 1 + cc.length + bcc.length <= RECIPIENTS_MAX, {
  path: ["bcc"],
  error: `to, cc and bcc must hold at most ${RECIPIENTS_MAX} addresses together`,
});

/** An address with a name. */
export const addressOut = named(
  "Address",
  z.object({ name: described(z.string(), 'The name; "" when there is none.'), email: described(z.string(), "The address.") }),
  "An email address with a name.",
);

/** A recipient that the server refused. */
const refusedRecipient = named(
  "RefusedRecipient",
  z.object({
    email: described(z.string(), "The address that was refused or put off."),
    reply: described(z.string(), "What the server said, in one line."),
  }),
  "A recipient that the mail server refused or put off.",
);
/** Why a copy came back. */
const bounceClass = z.enum(["unknown_user", "mailbox_full", "policy", "spam", "dmarc", "too_large", "expired", "relay", "other"]);

/** A recipient whose copy came back. */
export const bouncedRecipient = named(
  "BouncedRecipient",
  z.object({
    email: described(z.string(), 'The recipient\'s address; "" when the report does not tell which of several.'),
    reason: described(z.string(), "What the report says."),
    class: described(
      z.optional(bounceClass),
      "Why: `unknown_user` (no such address, or no such domain), `mailbox_full`, `policy`, `spam`, `dmarc`, `too_large`, `expired` (it was tried until time ran out), `relay` or `other`.",
    ),
    permanent: described(z.optional(z.boolean()), "Whether trying again later is of no use."),
    status: described(z.optional(z.string()), 'The enhanced status code (RFC 3463), such as `5.1.1`; "" when the report has none.'),
    diagnostic: described(z.optional(z.string()), "The receiving server's own words, as far as the report has them."),
    proven: described(
      z.optional(z.boolean()),
      "Whether the report holds our Message-ID. Anybody may write one that does not: it cancels and suppresses nothing.",
    ),
    at: described(dateTimeOut, "When the report came, RFC 3339 in UTC."),
  }),
  "A recipient whose copy came back.",
);

/** What a send record says of its people besides the plain addresses. */
export const peopleOut = {
  from_name: described(z.string(), 'The sender\'s name; "" without one.'),
  to_name: described(z.string(), 'The recipient\'s name; "" without one.'),
  cc: described(z.array(addressOut), "Further recipients that every recipient sees."),
  bcc: described(z.array(addressOut), "Further recipients that nobody else sees: they stand in this record alone."),
  refused: described(
    z.array(refusedRecipient),
    "The recipients that the server refused, with its replies. A send is `sent` when it took the email for at least one recipient.",
  ),
  deferred: described(
    z.array(refusedRecipient),
    "The recipients that the server deferred when it took the email for others. They alone are tried again, until `attempts` is `max_attempts`; then they stand in `refused`.",
  ),
  bounces: described(z.array(bouncedRecipient), "Whose copies came back, in the order in which that was learned."),
};

/** The same in an example. */
export const examplePeople = { from_name: "Sales", to_name: "", cc: [], bcc: [], refused: [], deferred: [], bounces: [] };
