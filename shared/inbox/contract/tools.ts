import type { Tool } from "#shared/api/operation.ts";

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
