import type { Dialect } from "./dialect.ts";

/** Exim (bounce_message_file, warn_message_file; "Customizing bounce and warning messages"). */
export const exim: Dialect = {
  subjects: {
    "mail failure - malformed recipient address": "Mail failure - malformed recipient address",
    "warning: message … delayed": "Warning: message 1Abc-00 delayed 24 hours",
  },
  failures: {
    "smtp error from remote": "SMTP error from remote mail server after RCPT TO:<a@b.example>:",
    "unrouteable address": "Unrouteable address",
    "retry timeout exceeded": "retry timeout exceeded",
    "recipient addresses that were incorrectly constructed": "recipient addresses that were incorrectly constructed",
  },
  delays: {
    "no action is required on your part": "No action is required on your part. Delivery attempts will continue",
  },
  introductions: {
    "address[es|(es)] failed": "The following address(es) failed:",
    "undelivered address[es|(es)]": "The undelivered address is:",
  },
  returned: {
    "this is a copy of {the|your} message": "------ This is a copy of your message, including all the headers. ------",
  },
  notice: {
    from: "Mail Delivery System <Mailer-Daemon@mx.relay.example>",
    subject: "Mail delivery failed: returning message to sender",
    status: "5.2.2",
    lines: [
      "This message was created automatically by mail delivery software.",
      "",
      "A message that you sent could not be delivered to one or more of its",
      "recipients. This is a permanent error. The following address(es) failed:",
      "",
      "  lost@gone.example",
      "    host mx.gone.example [192.0.2.7]",
      "    SMTP error from remote mail server after MAIL FROM:<me@sender.example>:",
      "    552 5.2.2 over quota",
      "",
      "------ This is a copy of the message, including all the headers. ------",
      "",
    ],
  },
};
