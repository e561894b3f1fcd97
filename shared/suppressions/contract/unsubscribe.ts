import * as z from "zod/mini";
import { described, named, anyQuery, formOperation, operation } from "#shared/api/operation.ts";
import { customHeaderIssues } from "#shared/mail/write/custom-headers.ts";
import { acrossFields, isObject } from "#shared/api/fields.ts";

/** Stands for the two headers that `unsubscribe` adds (RFC 8058, section 3.1) when sizes are checked; the real link is shorter. */
const OWN_HEADERS = { "List-Unsubscribe": "x".repeat(500), "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
const OWN_NAMES = new Set(Object.keys(OWN_HEADERS).map((name) => name.toLowerCase()));

interface Unsubscribing {
  readonly unsubscribe?: boolean | undefined;
  readonly cc?: readonly unknown[] | undefined;
  readonly bcc?: readonly unknown[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly reply_all?: boolean | undefined;
}

/**
 * Checks an email with `unsubscribe`: the client may not set these two headers itself, they must fit in with its other headers, and the email has
 * only one recipient, whose link it is. Runs even when other fields are invalid, so that one 400 lists all errors.
 */
export const unsubscribeFits = acrossFields(
  z.superRefine<Unsubscribing>(({ unsubscribe, headers, cc, bcc, reply_all }, context) => {
    if (unsubscribe !== true) return;
    if ((cc?.length ?? 0) + (bcc?.length ?? 0) > 0 || reply_all === true)
      context.addIssue({
        code: "custom",
        path: ["unsubscribe"],
        message: "needs an email with a single recipient, whom the link suppresses",
      });
    if (!isObject({ value: headers })) return;
    const note = (path: string[], message: string) => context.addIssue({ code: "custom", path: ["headers", ...path], message });
    const own = Object.keys(headers ?? {}).filter((name) => OWN_NAMES.has(name.toLowerCase()));
    for (const name of own) note([name], "cannot be set together with unsubscribe");
    const together = customHeaderIssues({ ...headers, ...OWN_HEADERS }).find(({ name }) => name === "");
    if (own.length === 0 && together) note([], `${together.message}, with the two of unsubscribe`);
  }),
);

const params = z.strictObject({ token: z.string() });

/** GET /v1/unsubscribe/{token}: does not change anything, because mail scanners follow links. */
export const unsubscribePage = operation({
  id: "suppressions/unsubscribe-page",
  method: "GET",
  path: "/v1/unsubscribe/{token}",
  boundKeys: "open",
  summary: "Show the unsubscribe page",
  description: "The page of an email's unsubscribe link, with a button; opening it changes nothing",
  auth: "none",
  params,
  query: anyQuery,
  errors: [404],
});

/** POST /v1/unsubscribe/{token}: the request that a mail program sends for one-click unsubscribing (RFC 8058, section 3.1). */
export const unsubscribe = formOperation({
  id: "suppressions/unsubscribe",
  method: "POST",
  path: "/v1/unsubscribe/{token}",
  boundKeys: "open",
  summary: "Unsubscribe a recipient",
  description: "Suppress the recipient of the email with the link (RFC 8058); a form, without login",
  auth: "none",
  form: "oneClick",
  // A mail program sends it only once: a refusal would lose the unsubscription.
  inMaintenance: "answered",
  params,
  query: anyQuery,
  body: named(
    "OneClick",
    z
      .object({
        "List-Unsubscribe": described(
          z.optional(z.literal("One-Click", "must be One-Click")),
          "Always `One-Click`; not together with undo.",
        ),
        undo: described(
          z.optional(z.literal("1", "must be 1")),
          "`1` undoes what the link did within the last minute, like the page's button.",
        ),
      })
      .check(
        z.refine((form) => (form["List-Unsubscribe"] === undefined) !== (form.undo === undefined), {
          path: ["List-Unsubscribe"],
          error: "is required unless there is undo",
        }),
      ),
    "The form that a mail program's unsubscribe button sends, or the page's button.",
  ),
  errors: [400, 404],
  example: { body: { "List-Unsubscribe": "One-Click" } },
});
