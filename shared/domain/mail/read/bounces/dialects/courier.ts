import type { Dialect } from "./dialect.ts";

/** Courier ("NOTICE: mail delivery status."). */
export const courier: Dialect = {
  senders: {
    "courier mail server at": "Courier mail server at mx.relay.example",
  },
  subjects: {
    "notice: mail delivery status": "NOTICE: mail delivery status.",
    "warning: delayed mail": "WARNING: delayed mail",
  },
  failures: {
    "your message to the following recipients cannot be delivered": "Your message to the following recipients cannot be delivered:",
  },
  introductions: {
    "your message to the following recipients": "Your message to the following recipients cannot be delivered:",
  },
  notice: {
    from: "Courier mail server at mx.relay.example <>",
    subject: "NOTICE: mail delivery status.",
    status: "5.1.1",
    lines: [
      "This is a delivery status notification from mx.relay.example,",
      "running the Courier mail server, version 0.65.2.",
      "",
      "UNDELIVERABLE MAIL",
      "",
      "Your message to the following recipients cannot be delivered:",
      "",
      "<lost@gone.example>:",
      "    mx.gone.example [192.0.2.7]:",
      ">>> RCPT TO:<lost@gone.example>",
      "<<< 550 5.1.1 <lost@gone.example>... User unknown",
      "",
      "---------------------------------------------------------------------------",
      "",
    ],
  },
};
