import * as z from "zod/mini";
import { described } from "#shared/api/operation.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import { customHeaderIssues, MAX_HEADERS, TOO_MANY_HEADERS } from "#shared/mail/write/custom-headers.ts";
import { cancelTriggers } from "../send.ts";
import { attachments } from "./attachments.ts";
import { departureFields, holdFields, undoFields } from "./departure.ts";
import { acrossFields, atMost, isObject, objectId, plainAddress } from "#shared/api/fields.ts";
import { labelFields, copies, fromName } from "./email-parts.ts";

/** The most bytes of UTF-8 that HTML and text of one email may have together. */
const BODY_MAX_BYTES = 1_000_000;
const TOO_LONG = "body_html and body_text together must be at most 1 MB";
/** The maximum length of a subject, characters: that of a line (RFC 5322, section 2.1.1). */
export const SUBJECT_MAX = 998;

/** The events in its conversation that cancel an email before it leaves. */
export const cancelOn = z
  .array(z.enum(cancelTriggers))
  .check(
    z.minLength(1, "must have at least one of reply, bounce, auto_reply, left and asked"),
    z.maxLength(cancelTriggers.length, "must hold at most five"),
  );

/** What happens to an email with `cancel_on` when the server cannot be asked for replies. */
export const cancelOnUnknown = z.enum(["send", "wait"]);

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Custom headers: string to string, only permitted names (api/README.md, "Sending", `headers`). Not z.record, which would drop `__proto__`
 * silently.
 */
const customHeaders = z.custom<Record<string, string>>().check(
  z.superRefine((headers, context) => {
    const note = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (!isObject({ value: headers })) return note([], "must be an object");
    const entries = Object.entries<unknown>(headers);
    // Beyond the limit only this error is reported: a hundred thousand of them would overflow the call stack.
    if (entries.length > MAX_HEADERS) return note([], TOO_MANY_HEADERS);
    for (const [name, value] of entries) if (!isText(value)) note([name], "must be a string");
    const texts = Object.fromEntries(entries.filter((entry): entry is [string, string] => isText(entry[1])));
    for (const { name, message } of customHeaderIssues(texts)) note(name === "" ? [] : [name], message);
  }),
  z.meta({ type: "object", additionalProperties: { type: "string" } }),
);

/** Text that may be empty but must be well-formed Unicode, so that storing and encoding never change it. */
const bodyText = z.string().check(
  atMost(BODY_MAX_BYTES, TOO_LONG),
  z.refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
);

interface Bodies {
  readonly body_html?: string | undefined;
  readonly body_text?: string | undefined;
}

const textOf = (value: unknown): string => (isText(value) ? value : "");

/**
 * Checks that HTML and text together have at most BODY_MAX_BYTES; the error names the larger one. Runs even when other fields are invalid, so that
 * one 400 lists all errors.
 */
export const bodiesFit = acrossFields(
  z.superRefine<Bodies>(({ body_html, body_text }, context) => {
    const [html, text] = [textOf(body_html), textOf(body_text)];
    if (fitInBytes(BODY_MAX_BYTES, html, text)) return;
    const larger = Buffer.byteLength(html) > Buffer.byteLength(text) ? "body_html" : "body_text";
    context.addIssue({ code: "custom", path: [larger], message: TOO_LONG });
  }),
);

/** Checks that at least one of body_html and body_text is not empty, unless it is a draft. */
export const someBody = acrossFields(
  z.refine<Bodies & { readonly draft?: unknown }>((body) => body.draft === true || Boolean(body.body_html) || Boolean(body.body_text), {
    path: ["body_text"],
    error: "body_html or body_text is required",
  }),
);

/** The most bytes of what an editor keeps with a draft. */
const DRAFT_STATE_MAX = 300_000;

/** The fields of a draft. */
const draftFields = {
  draft: described(
    z.optional(z.boolean()),
    "True for a draft that a person is still writing: held, possibly without recipient, subject and body, in no list but that of `waiting_for=draft`. Approving it sends it, cancelling it deletes it; a year after its last change it is cancelled. What a key with the scope `draft` writes waits for approval instead.",
  ),
  draft_state: described(
    z.optional(
      z.string().check(
        atMost(DRAFT_STATE_MAX),
        z.refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
        z.refine((text) => fitInBytes(DRAFT_STATE_MAX, text), `must be at most ${DRAFT_STATE_MAX} bytes`),
      ),
    ),
    "What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent.",
  ),
};

interface MayBeDraft {
  readonly draft?: boolean | undefined;
  readonly draft_state?: string | undefined;
}

/** Checks what only a draft may have. */
export const draftFits = z.refine<MayBeDraft>(({ draft, draft_state }) => draft === true || draft_state === undefined, {
  path: ["draft_state"],
  error: "needs draft: true",
});

const isNothing = (value: unknown): boolean => value === "" || (value as { readonly email?: unknown } | undefined)?.email === "";

/** Checks that an email has something in this field, unless it is a draft. */
export const givenUnlessDraft = (field: "to" | "subject") =>
  acrossFields(
    z.refine<MayBeDraft & { readonly [Name in typeof field]?: unknown }>((body) => body.draft === true || !isNothing(body[field]), {
      path: [field],
      error: "is required",
    }),
  );

/** The fields of every email: a send, an element of a batch, a reply and a forward. */
export const everyEmail = {
  cc: described(z.optional(copies), "Further recipients that every recipient sees, up to 50."),
  bcc: described(z.optional(copies), "Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together."),
  from_email: described(
    z.optional(plainAddress),
    "The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's.",
  ),
  from_name: described(z.optional(fromName), "The sender's name; the mailbox's display name when absent."),
  attachments: described(z.optional(attachments), "Files to attach: up to 20, together at most 3 MB decoded."),
  body_html: described(z.optional(bodyText), "The email as HTML. HTML and text together have at most 1 MB; one of the two is required."),
  body_text: described(z.optional(bodyText), "The email as plain text; made from the HTML when absent."),
  headers: described(
    z.optional(customHeaders),
    "Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and similar ones.",
  ),
  ip_id: described(
    z.optional(objectId),
    "The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent.",
  ),
  ...departureFields,
  ...holdFields,
  ...draftFields,
  ...undoFields,
  ...labelFields,
  unsubscribe: described(
    z.optional(z.boolean()),
    "Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient.",
  ),
};
