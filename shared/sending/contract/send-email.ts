import * as z from "zod/mini";
import { timesFit } from "./departure.ts";
import { bodiesFit, draftFits, everyEmail, givenUnlessDraft, someBody, SUBJECT_MAX } from "./email-fields.ts";
import { acrossFields, dateTimeOut, lineOfText } from "#shared/api/fields.ts";
import { described, named, operation, type Tool } from "#shared/api/operation.ts";
import { chosenOut, oneSender, senderFields } from "./sender.ts";
import { address, addressOrNobody, EXAMPLE_ID, EXAMPLE_MESSAGE_ID, exampleEmail, recipientsFit, sendStatus } from "./email-parts.ts";
import { unsubscribeFits } from "#shared/suppressions/contract/unsubscribe.ts";

const forceFits = acrossFields<{ [Name in "force" | "hold" | "draft"]?: boolean | undefined } & { hold_until?: unknown }>(
  z.refine(({ force, hold, draft, hold_until: until }) => !force || (!hold && !draft && until === undefined), {
    path: ["force"],
    error: "cannot be combined with hold, hold_until or draft",
  }),
);

/** An email to send: the body of POST /v1/send and an element of a batch (api/README.md, "Sending"). */
export const email = named(
  "Email",
  z
    .strictObject({
      ...senderFields,
      to: described(addressOrNobody, 'The recipient, with or without a name; "" for nobody yet, of a draft.'),
      subject: described(lineOfText(SUBJECT_MAX), "The subject, one line of up to 998 characters; empty only of a draft."),
      reply_to: described(
        z.optional(address),
        "Where answers go; the mailbox's own address when absent. Answers to another address are not seen here.",
      ),
      force: described(
        z.optional(z.boolean()),
        "True to send it although its recipient was contacted recently (`max_contacts` of the account); needs scope `admin`, and not for an email that is held.",
      ),
      ...everyEmail,
    })
    .check(
      oneSender,
      givenUnlessDraft("to"),
      givenUnlessDraft("subject"),
      someBody,
      bodiesFit,
      ...timesFit,
      draftFits,
      recipientsFit,
      unsubscribeFits,
      forceFits,
    ),
  "An email to send.",
);

/** The answer to an accepted email. */
export const acceptedEmail = named(
  "AcceptedEmail",
  z.object({
    id: described(z.string(), "The send's id."),
    ...chosenOut,
    status: described(sendStatus, "`scheduled` when it leaves later or waits for approval, else `queued`."),
    message_id: described(z.string(), "Its Message-ID header, the same in every attempt."),
    thread_id: described(z.string(), 'The conversation it belongs to; "" until it has one.'),
    to: described(z.string(), "The recipient's address."),
    subject: described(z.string(), "The subject."),
    scheduled_at: described(z.optional(dateTimeOut), "When it is to leave; absent when it leaves now."),
  }),
  "The email was accepted and paid for, and leaves automatically; one that is held waits for approval first.",
);

/** Writing and sending as tools of language models. */
const tools = {
  draftEmail: {
    name: "draft_email",
    description: "Write an email that waits until a person approves it. Free until then; edit_email changes it, cancel_email drops it.",
    inputs: ["mailbox_id", "pool", "to", "cc", "bcc", "subject", "body_text", "body_html", "scheduled_at"],
    fixed: { hold: true },
    effect: "adds",
  },
  sendEmail: {
    name: "send_email",
    description: "Send an email now, or at scheduled_at. Costs one credit, and cannot be taken back once it has left.",
    inputs: ["mailbox_id", "pool", "to", "cc", "bcc", "subject", "body_text", "body_html", "scheduled_at"],
    effect: "final",
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** POST /v1/send (api/README.md, "Sending"). */
export const sendEmail = operation({
  id: "sending/send",
  auditsMembers: "send.created",
  fills: true,
  scope: "send",
  drafts: true,
  method: "POST",
  path: "/v1/send",
  boundKeys: { named: { mailbox_id: "mailbox" } },
  summary: "Send an email",
  description: "Send one email now, or at scheduled_at: it costs one credit, and cannot be taken back once it has left",
  idempotent: true,
  body: email,
  response: acceptedEmail,
  errors: [400, 402, 404, 409],
  tools: [tools.draftEmail, tools.sendEmail],
  example: {
    body: exampleEmail,
    response: {
      id: EXAMPLE_ID,
      status: "queued",
      message_id: EXAMPLE_MESSAGE_ID,
      thread_id: "",
      to: exampleEmail.to,
      subject: exampleEmail.subject,
    },
  },
});
