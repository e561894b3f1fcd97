import type { Dialect } from "./dialect.ts";

/** Trend Micro InterScan and MailFoundry, gateways that report for other servers. */
export const interscan: Dialect = {
  failures: {
    "unable to deliver message to": "Unable to deliver message to <lost@gone.example>.",
    "delivery failed for the following reason": "Delivery failed for the following reason:",
  },
  introductions: {
    "unable to deliver message to": "Unable to deliver message to: <lost@gone.example>",
  },
  notice: {
    from: "InterScan Notification <postmaster@scan.example>",
    subject: "Mail could not be delivered",
    status: "5.1.1",
    lines: [
      "*****",
      "Message from InterScan Messaging Security Suite",
      "",
      "Sent <<< RCPT TO:<lost@gone.example>",
      "Received >>> 550 5.1.1 <lost@gone.example>... user unknown",
      "",
      "Unable to deliver message to <lost@gone.example>.",
      "*****",
      "",
    ],
  },
};
