import type { Dialect } from "./dialect.ts";

/** GMX, WEB.DE, IONOS and mail.com (one operator with a form that others do not use). */
export const gmx: Dialect = {
  failures: {
    "smtp error from remote server for": "SMTP error from remote server for RCPT TO command, host: mx.gone.example",
  },
  introductions: {
    "the following address": "The following address",
  },
  returned: {
    "the header of the original message is following": "--- The header of the original message is following. ---",
  },
  notice: {
    from: "GMX Mailer Daemon <mailer-daemon@gmx.example>",
    subject: "Mail delivery failed: returning message to sender",
    status: "5.1.1",
    lines: [
      "This message was created automatically by mail delivery software.",
      "",
      "A message that you sent could not be delivered to one or more of",
      "its recipients. This is a permanent error. The following address",
      "failed:",
      "",
      '"lost@gone.example":',
      "SMTP error from remote server for RCPT TO command, host: mx.gone.example (192.0.2.7) reason: 550 5.1.1 <lost@gone.example>: Recipient address rejected",
      "",
      "--- The header of the original message is following. ---",
      "",
    ],
  },
};
