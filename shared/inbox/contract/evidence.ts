import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut, idParams } from "#shared/api/fields.ts";
import { type From, toWire } from "#shared/api/wire.ts";
import { sendStatus } from "#shared/sending/contract/email-parts.ts";
import { type Evidence, foundKinds, unprovenReasons } from "../evidence.ts";

const comparison = named(
  "Comparison",
  z.object({
    checked_at: described(dateTimeOut, "When it ended."),
    since: described(dateTimeOut, "Mail received before this time was not compared."),
    complete: described(z.boolean(), "Whether every message on the server is stored, or left out for a known reason."),
  }),
  "A finished comparison of a mailbox with its server.",
);

const evidence = named(
  "Evidence",
  z.object({
    send_id: described(z.string(), "The send."),
    status: described(sendStatus, "Its state now."),
    sent_at: described(z.optional(dateTimeOut), "When the mail server accepted it; absent before that."),
    accepted_with: described(
      z.string(),
      'The words with which the mail server accepted it, such as `250 2.0.0 OK`, with its id in the server\'s queue, up to 200 characters; "" where it said none and for emails of older versions. The APIs of Microsoft and Google have no words: there it is the status and what names the request or the message there, `202 Accepted, request-id …` and `200 OK, id …`.',
    ),
    found: described(
      z.enum(foundKinds),
      "What came in its conversation after it left, the most telling first: a `complaint`, a `bounce`, an `answer`, mail that one sign alone links to it (`unclear`), mail of somebody else (`other_mail`), an `automatic_answer`, or `nothing`.",
    ),
    message_id: described(z.optional(z.string()), "The id of the message that says so; absent for none."),
    read_at: described(z.optional(dateTimeOut), "When the mailbox's inbox was last read to its end; absent when it never was."),
    audit: described(z.optional(comparison), "The last comparison of the mailbox with its server; absent before the first."),
    silent_until: described(
      z.optional(dateTimeOut),
      "Until when it is proved that nothing came: an audit that ended then found the mailbox complete since before the email left. Absent when that is not proved.",
    ),
    unproven: described(
      z.enum(unprovenReasons),
      'Why silence is not proved: `not_sent`, `something_came`, `not_audited` since it left (POST /v1/mailboxes/{id}/audit does), or `audit_incomplete`; "" when it is.',
    ),
  }),
  "What is known about whether an email was answered.",
);

/** GET /v1/send/{id}/evidence. */
export const getEvidence = operation({
  id: "sending/get-evidence",
  method: "GET",
  path: "/v1/send/{id}/evidence",
  boundKeys: { id: "send" },
  summary: "Get the evidence of silence",
  description: "Show what is known about whether the email was answered, and until when it is proved that nothing came",
  params: idParams,
  response: evidence,
  errors: [400, 404],
  example: {
    response: {
      send_id: "655f1c2e9b1e8a00123456cc",
      status: "sent",
      sent_at: "2026-11-18T09:00:00.000Z",
      accepted_with: "250 2.0.0 Ok: queued as 4FzKq12m3hz",
      found: "nothing",
      read_at: "2026-11-21T09:31:00.000Z",
      audit: { checked_at: "2026-11-21T09:30:00.000Z", since: "2026-10-22T09:30:00.000Z", complete: true },
      silent_until: "2026-11-21T09:30:00.000Z",
      unproven: "",
    },
  },
});

/** The evidence in the API. */
export const evidenceOut: From<Evidence, typeof evidence> = toWire(evidence);
