import type { HistoryMessage } from "#shared/mail/write/compose/history.ts";

/** A message of a conversation for composing; state only what matters. */
export const aMessage = (over: Partial<HistoryMessage> = {}): HistoryMessage => ({
  from: { name: "Jane Doe", email: "jane@example.com" },
  to: [{ name: "", email: "me@example.org" }],
  cc: [],
  date: new Date("2026-11-20T10:15:00Z"),
  subject: "Plan",
  text: "Shall we?",
  html: "<p>Shall we?</p>",
  attachments: [],
  messageId: "<parent@example.com>",
  references: [],
  ...over,
});
