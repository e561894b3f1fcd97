import type { Tool } from "#shared/api/operation.ts";

/** The operations of sending as tools of language models. */
export const sendingTools = {
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
  getEmail: {
    name: "get_email",
    description: "Read an email of ours with its state, revision and answers; a long one goes on at cursor. Free.",
    effect: "reads",
  },
  editEmail: {
    name: "edit_email",
    description: "Change an email that waits for approval (revision is required), or the time of one that waits to leave. Free.",
    inputs: ["id", "revision", "to", "cc", "bcc", "subject", "body_text", "scheduled_at"],
    effect: "changes",
  },
  cancelEmail: {
    name: "cancel_email",
    description:
      "Cancel an email that has not left, and its follow-ups; with a reason: reject one that waits for approval. Final; a paid credit is not refunded.",
    effect: "changes",
    repeatable: true,
  },
  listEmails: {
    name: "list_emails",
    description:
      "List our emails, newest first, in short: sent, scheduled, failed, or with waiting_for=approval those that wait for a person. Free.",
    inputs: ["waiting_for", "status", "mailbox_id", "to", "since", "thread_id", "replied", "bounced", "limit", "cursor"],
    effect: "reads",
  },
  followUp: {
    name: "follow_up",
    description:
      'Queue a follow-up to an email of ours; scheduled_after="P3D" with cancel_on=["reply"] sends it after three days without an answer. hold=true: it waits until a person approves it, free until then. Else it costs one credit now, and cannot be taken back once it has left.',
    inputs: ["id", "body_text", "scheduled_after", "scheduled_at", "cancel_on", "hold"],
    effect: "changes",
  },
} as const satisfies Readonly<Record<string, Tool>>;
