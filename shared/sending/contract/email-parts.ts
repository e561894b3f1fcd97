import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { nameIssue, NAME_MAX, parseAddress, parsePlainAddress, RECIPIENTS_MAX } from "#shared/mail/addresses.ts";
import { dateTimeOut, lineOfText } from "#shared/api/fields.ts";
import { NOBODY } from "../recipients.ts";
import { fitInBytes } from "#shared/mail/text.ts";

/** The most addresses in cc, and in bcc. */
const COPIES_MAX = 50;

type AddressInput = string | { readonly email: string; readonly name?: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema of an address; `isOptional`: an empty text is nobody. */
const recipient = (isOptional: boolean) =>
  z.pipe(
    z.custom<AddressInput>().check(
      z.superRefine((value: unknown, context) => {
        const note = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
        if (value === undefined) return note([], "is required");
        if (isOptional && value === "") return undefined;
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
      if (value === "") return NOBODY;
      const { name = "", email } = typeof value === "string" ? { email: value } : value;
      const parsed = parseAddress(email);
      return parsed.ok ? { name: parsed.name || name.trim(), email: parsed.email } : { name, email };
    }),
  );

/**
 * An address with or without a name: `jane@x.com`, `Jane Doe <jane@x.com>` or `{ "name": "Jane Doe", "email": "jane@x.com" }`; its domain is
 * converted to lower case.
 */
export const address = named("Recipient", recipient(false), "An address with or without a name, as a text or as an object.");

/** The same, or "" for nobody yet: the recipient of an email that may be a draft. */
export const addressOrNobody = recipient(true);

/** Further recipients. */
export const copies = z.array(address).check(z.maxLength(COPIES_MAX, `must have at most ${COPIES_MAX} addresses`));

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

/** Checks the limit of recipients of one email, including `to`. */
export const recipientsFit = z.refine<Recipients>(({ cc = [], bcc = [] }) => 1 + cc.length + bcc.length <= RECIPIENTS_MAX, {
  path: ["bcc"],
  error: `to, cc and bcc must have at most ${RECIPIENTS_MAX} addresses together`,
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
    email: described(z.string(), "The address that was refused or deferred."),
    reply: described(z.string(), "The server's reply, on one line."),
  }),
  "A recipient that the mail server refused or deferred.",
);
/** Why a copy bounced. */
const bounceClass = z.enum(["unknown_user", "mailbox_full", "policy", "spam", "dmarc", "too_large", "expired", "relay", "other"]);

/** A recipient whose copy bounced. */
export const bouncedRecipient = named(
  "BouncedRecipient",
  z.object({
    email: described(z.string(), 'The recipient\'s address; "" when the report does not tell which of several.'),
    reason: described(z.string(), "What the report says."),
    class: described(
      z.optional(bounceClass),
      "The reason: `unknown_user` (no such address, or no such domain), `mailbox_full`, `policy`, `spam`, `dmarc`, `too_large`, `expired` (it was tried until time ran out), `relay` or `other`.",
    ),
    permanent: described(z.optional(z.boolean()), "Whether another attempt later is useless."),
    status: described(z.optional(z.string()), 'The enhanced status code (RFC 3463), such as `5.1.1`; "" when the report has none.'),
    diagnostic: described(z.optional(z.string()), "The receiving server's text, if the report contains it."),
    proven: described(
      z.optional(z.boolean()),
      "Whether the report contains our Message-ID. Anybody could have written one without it, so it cancels and suppresses nothing.",
    ),
    at: described(dateTimeOut, "When the report arrived, RFC 3339 in UTC."),
  }),
  "A recipient whose copy bounced.",
);

/** The fields of a send record about recipients and sender, besides the plain addresses. */
export const peopleOut = {
  from_name: described(z.string(), 'The sender\'s name; "" without one.'),
  to_name: described(z.string(), 'The recipient\'s name; "" without one.'),
  cc: described(z.array(addressOut), "Further recipients that every recipient sees."),
  bcc: described(z.array(addressOut), "Further recipients that nobody else sees; only this record lists them."),
  refused: described(
    z.array(refusedRecipient),
    "The recipients that the server refused, with its replies. A send is `sent` when the server accepted it for at least one recipient.",
  ),
  deferred: described(
    z.array(refusedRecipient),
    "The recipients that the server deferred when it accepted the email for others. Only they are tried again, until `attempts` is `max_attempts`; then they move to `refused`.",
  ),
  bounces: described(z.array(bouncedRecipient), "The recipients whose copies bounced, in the order of the reports."),
};

/** These fields in an example. */
export const examplePeople = { from_name: "Sales", to_name: "", cc: [], bcc: [], refused: [], deferred: [], bounces: [] };

/** The most metadata pairs of an email, and the most bytes of UTF-8 in their names and values together. */
const PAIRS_MAX = 20;
const BYTES_MAX = 2_048;
/** A name is safe in a query string, in MongoDB and as a JSON key. */
const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const NAME_LENGTH_MAX = 40;
const NAME_RULE = "must have a name of 1 to 40 letters, digits, _ and -";

/** The fault of a value; "" when there is none. */
const faultOf = (name: string, value: unknown): string => {
  if (name.length > NAME_LENGTH_MAX || !NAME.test(name) || name === "__proto__") return NAME_RULE;
  if (typeof value !== "string") return "must be a string";
  // The total length is checked elsewhere and reported once.
  if (value.length > BYTES_MAX) return "";
  if (/\p{Cc}/u.test(value)) return "must not contain control characters";
  return value.isWellFormed() ? "" : "must be well-formed Unicode";
};

/** A client's metadata of an email: string pairs, never part of the mail. Not z.record, which would drop `__proto__` silently. */
export const metadata = z.custom<Record<string, string>>().check(
  z.superRefine((pairs, context) => {
    const note = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (typeof pairs !== "object" || pairs === null || Array.isArray(pairs)) return note([], "must be an object");
    const entries = Object.entries<unknown>(pairs);
    if (entries.length > PAIRS_MAX) return note([], `must have at most ${PAIRS_MAX} pairs`);
    for (const [name, value] of entries) {
      const fault = faultOf(name, value);
      if (fault !== "") note([name], fault);
    }
    if (!fitInBytes(BYTES_MAX, ...entries.flatMap(([name, value]) => [name, typeof value === "string" ? value : ""])))
      note([], "must have at most 2 KB in all");
  }),
  z.meta({ type: "object", additionalProperties: { type: "string" }, maxProperties: PAIRS_MAX }),
);

/** The most tags of an email, and the longest tag, characters. */
const TAGS_MAX = 10;
const TAG_LENGTH_MAX = 50;
/** A tag of an email. */
export const tag = lineOfText(TAG_LENGTH_MAX).check(z.minLength(1));
const tags = z.array(tag).check(
  z.maxLength(TAGS_MAX, `must have at most ${TAGS_MAX} tags`),
  z.refine((list) => new Set(list).size === list.length, "must name each tag once"),
);

/** The fields for a client's labels on any email. */
export const labelFields = {
  metadata: described(
    z.optional(metadata),
    "Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail.",
  ),
  tags: described(
    z.optional(tags),
    "Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail.",
  ),
};

/** The labels in an email's record. */
export const labelsOut = {
  metadata: described(z.record(z.string(), z.string()), "The pairs that it was accepted with; empty for none."),
  tags: described(z.array(z.string()), "The tags that it was accepted with; empty for none."),
};

/** The labels in an example. */
export const exampleLabels = { metadata: {}, tags: [] };

/** The filters by labels. */
export const labelFilters = {
  metadata: described(
    z.optional(metadata),
    "Only sends with this pair, as `metadata[campaign]=spring`; with several, only sends that have all.",
  ),
  tag: described(z.optional(tag), "Only sends with this tag."),
};

/** The states of a send (shared/README.md, "The state of a send"). */
export const sendStatus = named(
  "SendStatus",
  z.enum(["queued", "processing", "sent", "failed", "scheduled", "cancelled"]),
  "`scheduled` for later, `queued` to leave, `processing` at the server; `sent`, `failed` and `cancelled` are final.",
);

/** The id of the send in the examples. */
export const EXAMPLE_ID = "655f1c2e9b1e8a00123456bb";
/** The Message-ID of the send in the examples. */
export const EXAMPLE_MESSAGE_ID = `<${EXAMPLE_ID}.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>`;
/** The email of the examples. */
export const exampleEmail = {
  mailbox_id: "655f1c2e9b1e8a00123456aa",
  to: "reply.jane@sandbox.test",
  subject: "Hello Jane",
  body_html: "<p>Shall we talk on Tuesday?</p>",
};
