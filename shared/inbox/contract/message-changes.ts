import { type Tool, described, named } from "#shared/api/operation.ts";
import * as z from "zod/mini";
import { errorType, fieldDetails } from "#shared/api/errors.ts";
import { atMost, isDay, lineOfText, objectId } from "#shared/api/fields.ts";
import { autoClass, intent, messageKind, serverState } from "./message-record.ts";

/** The inbox's operations as tools of language models. */
export const inboxTools = {
  listMessages: {
    name: "list_messages",
    description: "List or search received email, newest first, in short. Free. fresh=true asks the mail servers first.",
    inputs: ["q", "mailbox_id", "thread_id", "email_job_id", "kind", "unread", "since", "fresh", "limit", "cursor"],
    effect: "reads",
  },
  readMessage: {
    name: "read_message",
    description: "Read a received email as plain text, without its quoted history unless whole=true; a long one goes on at cursor. Free.",
    effect: "reads",
  },
  markMessage: {
    name: "mark_message",
    description: "Mark a received email read, unread or flagged. Free.",
    inputs: ["id", "is_read", "is_flagged"],
    effect: "changes",
    repeatable: true,
  },
  correctMessage: {
    name: "correct_message",
    description:
      "Correct a received email's kind, what its answer means (intent) or the send that it answers; this can cancel or release follow-ups. Free; another correction undoes it.",
    inputs: ["id", "kind", "email_job_id", "auto_class", "returns_on", "intent"],
    effect: "changes",
    repeatable: true,
  },
  readAttachment: {
    name: "read_attachment",
    description:
      "Read a received file as plain text: text, CSV, JSON, XML, HTML; other kinds are refused. A long one goes on at cursor. Free.",
    effect: "reads",
  },
  replyToMessage: {
    name: "reply_to_message",
    description:
      "Answer a received email. hold=true: it waits until a person approves it, free until then; so it always does with a key that only drafts. Without hold it costs one credit and cannot be taken back once it has left.",
    inputs: ["id", "body_text", "cc", "reply_all", "subject", "scheduled_at", "hold"],
    effect: "changes",
  },
  listThreads: {
    name: "list_threads",
    description: "List or search conversations, the latest email first. Free.",
    inputs: ["q", "mailbox_id", "participant", "unread", "last_message_direction", "since", "limit", "cursor"],
    effect: "reads",
  },
  readThread: {
    name: "read_thread",
    description: "Read a conversation, oldest email first, each one's new text; what is cut is read with read_message or get_email. Free.",
    effect: "reads",
  },
} as const satisfies Readonly<Record<string, Tool>>;

const DAY = 'must be a day such as 2026-11-30, or ""';
/** A calendar day, or "" for none. */
const dayOrNone = z.string(DAY).check(
  atMost(10, DAY),
  z.refine((text) => text === "" || isDay(text), DAY),
);

/** The fields of a message that are also changed at its provider. */
export const messageFlags = {
  is_read: described(z.optional(z.boolean()), "True marks it read, false unread."),
  is_flagged: described(z.optional(z.boolean()), "True flags it, false takes the flag away."),
  folder: described(
    z.optional(lineOfText(255).check(z.minLength(1))),
    "Where to move it at its provider: `archive`, `inbox`, `trash`, `spam`, or one of its mailbox's `folders`. Needs `sync_changes` of its mailbox.",
  ),
};

/** The most messages that one request changes. */
const CHANGES_MAX = 100;

/** The body of POST /v1/inbox/messages/change. */
export const changesOfMany = named(
  "ManyMessageChanges",
  z.strictObject({
    changes: described(
      z
        .array(
          named(
            "ChangeOfMessage",
            z
              .strictObject({ id: described(objectId, "The message."), ...messageFlags })
              .check(
                z.refine(({ id: _id, ...asked }) => Object.keys(asked).length > 0, { path: ["is_read"], error: "must change something" }),
              ),
            "The changes of one message; absent fields stay as they are.",
          ),
        )
        .check(
          z.minLength(1, "must have at least one change"),
          z.maxLength(CHANGES_MAX, `must have at most ${CHANGES_MAX} changes`),
          z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "must name each message once"),
        ),
      "The changes, 1 to 100, each of another message.",
    ),
  }),
  "Changes of several messages, each made or refused separately.",
);

/** The result for one message. */
export const changeResult = named(
  "ChangeResult",
  z.object({
    id: described(z.string(), "The message."),
    is_read: described(z.optional(z.boolean()), "Whether it is read now; absent when the change was refused."),
    is_flagged: described(z.optional(z.boolean()), "Whether it is flagged now; absent likewise."),
    folder: described(z.optional(z.string()), "Where it is until its server has moved it; absent likewise."),
    server_state: described(z.optional(serverState), "Whether its server has the change; absent likewise."),
    error: described(z.string(), 'Why it was refused, for people; "" when it was changed.'),
    type: described(z.optional(errorType), "Why it was refused, for programs; absent when it was changed."),
    details: described(z.optional(fieldDetails), "The invalid fields; absent when there are none."),
  }),
  "The result for one message.",
);

/** The changes of a message. */
export const messageChanges = named(
  "MessageChanges",
  z
    .strictObject({
      ...messageFlags,
      kind: described(z.optional(messageKind), "Its kind, in place of the rules' decision."),
      email_job_id: described(
        z.optional(z.union([objectId, z.literal("")], 'must be a 24-character hexadecimal id, or ""')),
        'The send of its mailbox that it answers or reports on; "" for none.',
      ),
      auto_class: described(z.optional(autoClass), "What it tells, when its kind is `auto_reply`."),
      returns_on: described(z.optional(dayOrNone), 'The day of its sender\'s return, when it is `away`; "" for none.'),
      intent: described(
        z.optional(intent),
        "What it means, when its kind is `reply`: as your own model or a person judges. It stays when the mail is read again.",
      ),
    })
    .check(z.refine((changes) => Object.keys(changes).length > 0, { path: ["is_read"], error: "must change something" })),
  "The changes of a message, at least one; absent fields stay as they are.",
);
