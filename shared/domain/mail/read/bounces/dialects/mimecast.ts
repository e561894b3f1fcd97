import type { Dialect } from "./dialect.ts";

/** Mimecast's gateways ("Postmaster notifications"). */
export const mimecast: Dialect = {
  subjects: {
    "{e-mail|email|message} delivery warning": "[Postmaster] Email Delivery Warning",
  },
  failures: {
    "this is a delivery {failure|warning} notification message": "This is a delivery failure notification message indicating that",
  },
  delays: {
    "this is a delivery warning notification": "This is a delivery warning notification message indicating that",
  },
  introductions: {
    "an e[-]mail you addressed to": "an email you addressed to email address :",
  },
  notice: {
    from: "postmaster@gone.example",
    subject: "[Postmaster] Email Delivery Failure",
    status: "5.1.1",
    lines: [
      "This is a delivery failure notification message indicating that",
      "an email you addressed to email address :",
      "-- lost@gone.example",
      "",
      "could not be delivered. The problem appears to be :",
      "-- Recipient email server rejected the message",
      "",
      "Additional information follows :",
      "-- 5.1.1 User unknown",
      "",
      "This condition occurred after 1 attempt(s) to deliver over",
      "a period of 0 hour(s).",
      "",
    ],
  },
};
