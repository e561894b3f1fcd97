import type { Dialect } from "./dialect.ts";

/** Zoho Mail. */
export const zoho: Dialect = {
  failures: {
    "error code :": "lost@gone.example, ERROR CODE :550 - 5.1.1 User unknown",
  },
  notice: {
    from: "mailer-daemon@mail.zoho.example",
    subject: "Undelivered Mail Returned to Sender",
    status: "5.1.1",
    lines: [
      "This message was created automatically by mail delivery software.",
      " A message that you sent could not be delivered to one or more of its recipients. This is a permanent error. ",
      "",
      "lost@gone.example, ERROR CODE :550 - 5.1.1 <lost@gone.example>: Recipient address rejected: User unknown",
      "",
    ],
  },
};
