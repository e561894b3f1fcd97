import type { Dialect } from "./dialect.ts";

/** Trustwave MailMarshal. */
export const mailmarshal: Dialect = {
  failures: {
    "could not be delivered because of": "Could not be delivered because of",
  },
  introductions: {
    "the following recipients were affected": "The following recipients were affected:",
  },
  notice: {
    from: "MailMarshal <postmaster@marshal.example>",
    subject: "Undeliverable Mail: Offer",
    status: "5.1.1",
    lines: [
      "Your message:",
      "   From:    me@sender.example",
      "   Subject: Offer",
      "",
      "Could not be delivered because of",
      "",
      "550 5.1.1 User unknown",
      "",
      "The following recipients were affected:",
      "    lost@gone.example",
      "",
      "Additional Information",
      "======================",
      "Original Sender:    <me@sender.example>",
      "Sender-MTA:         <192.0.2.1>",
      "",
    ],
  },
};
