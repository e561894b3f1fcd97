import type { Dialect } from "./dialect.ts";

/** Yahoo and AOL ("Failure Notice"). */
export const yahoo: Dialect = {
  failures: {
    "we were unable to deliver your message": "Sorry, we were unable to deliver your message to the following address.",
    "message not accepted for policy reasons": "554: 5.7.9 Message not accepted for policy reasons.",
  },
  introductions: {
    "unable to deliver your message to the following": "Sorry, we were unable to deliver your message to the following address.",
  },
  notice: {
    from: "MAILER-DAEMON@mx.yahoo.example",
    subject: "Failure Notice",
    status: "5.7.9",
    lines: [
      "Sorry, we were unable to deliver your message to the following address.",
      "",
      "<lost@gone.example>:",
      "554: 5.7.9 Message not accepted for policy reasons.",
      "",
      "--- Below this line is a copy of the message.",
      "",
    ],
  },
};
