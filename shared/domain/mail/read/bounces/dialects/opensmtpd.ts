import type { Dialect } from "./dialect.ts";

/** OpenSMTPD (bounce.c). */
export const opensmtpd: Dialect = {
  subjects: {
    "delivery status notification: {error|warning}": "Delivery status notification: error",
  },
  failures: {
    "an error has occurred while attempting to deliver": "An error has occurred while attempting to deliver a message for",
  },
  delays: {
    "a message is delayed for more than": "A message is delayed for more than 4 hours for the following list of recipients:",
  },
  introductions: {
    "the following list of recipients": "the following list of recipients:",
  },
  returned: {
    "below is a copy of the original message": "Below is a copy of the original message:",
  },
  notice: {
    from: "Mailer Daemon <MAILER-DAEMON@mx.relay.example>",
    subject: "Delivery status notification: error",
    status: "5.1.1",
    lines: [
      "    Hi!",
      "",
      "    This is the MAILER-DAEMON, please DO NOT REPLY to this email.",
      "",
      "    An error has occurred while attempting to deliver a message for",
      "    the following list of recipients:",
      "",
      "lost@gone.example: 550 5.1.1 <lost@gone.example>... User unknown",
      "",
      "    Below is a copy of the original message:",
      "",
    ],
  },
};
