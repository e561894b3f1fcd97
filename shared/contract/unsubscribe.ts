import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { customHeaderIssues } from "../domain/mail/write/custom-headers.ts";
import { operation } from "./operation.ts";

/** Room for the two headers that `unsubscribe` adds (RFC 8058, section 3.1); the link is shorter. */
const OWN_HEADERS = { "List-Unsubscribe": "x".repeat(500), "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
const OWN_NAMES = new Set(Object.keys(OWN_HEADERS).map((name) => name.toLowerCase()));

interface Unsubscribing {
  readonly unsubscribe?: boolean | undefined;
  readonly cc?: readonly unknown[] | undefined;
  readonly bcc?: readonly unknown[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly reply_all?: boolean | undefined;
}

const isObject = ({ value }: { readonly value: unknown }): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** With `unsubscribe` the two headers are ours, and fit beside the others; the link is one recipient's. Runs beside other field errors, so that one 400 lists them all. */
export const unsubscribeFits = z.superRefine<Unsubscribing>(
  ({ unsubscribe, headers, cc = [], bcc = [], reply_all }, context) => {
    if (unsubscribe !== true) return;
    if (cc.length + bcc.length > 0 || reply_all === true)
      context.addIssue({
        code: "custom",
        path: ["unsubscribe"],
        message: "needs an email to one recipient, the one that the link suppresses",
      });
    if (!isObject({ value: headers })) return;
    const note = (path: string[], message: string) => context.addIssue({ code: "custom", path: ["headers", ...path], message });
    const own = Object.keys(headers ?? {}).filter((name) => OWN_NAMES.has(name.toLowerCase()));
    for (const name of own) note([name], "cannot be set beside unsubscribe");
    const together = customHeaderIssues({ ...headers, ...OWN_HEADERS }).find(({ name }) => name === "");
    if (own.length === 0 && together) note([], `${together.message}, with the two of unsubscribe`);
  },
  { when: isObject },
);

const params = z.strictObject({ token: z.string() });

/** GET /v1/unsubscribe/{token}: changes nothing, for scanners follow links. */
export const unsubscribePage = operation({
  id: "suppressions/unsubscribe-page",
  method: "GET",
  path: "/v1/unsubscribe/{token}",
  summary: "Show the unsubscribe page",
  description: "The page behind an email's unsubscribe link, with a button; opening it changes nothing",
  auth: "none",
  params,
  errors: [404],
});

/** POST /v1/unsubscribe/{token}: what a mail program sends at one click (RFC 8058, section 3.1). */
export const unsubscribe = operation({
  id: "suppressions/unsubscribe",
  method: "POST",
  path: "/v1/unsubscribe/{token}",
  summary: "Unsubscribe a recipient",
  description: "Suppress the recipient of the email that carries the link (RFC 8058); a form, without login",
  auth: "none",
  form: true,
  params,
  body: named(
    "OneClick",
    z
      .object({
        "List-Unsubscribe": described(z.optional(z.literal("One-Click", "must be One-Click")), "Always `One-Click`; not beside undo."),
        undo: described(
          z.optional(z.literal("1", "must be 1")),
          "`1` takes back what the link did within the last minute, as the page's button does.",
        ),
      })
      .check(
        z.refine((form) => (form["List-Unsubscribe"] === undefined) !== (form.undo === undefined), {
          path: ["List-Unsubscribe"],
          error: "is required unless there is undo",
        }),
      ),
    "What a mail program sends at one click, or the page's button.",
  ),
  errors: [400, 404],
  example: { body: { "List-Unsubscribe": "One-Click" } },
});
