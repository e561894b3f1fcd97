import type { Dialect } from "./common.ts";

/** Barracuda and other filters that return blocked mail. */
export const barracuda: Dialect = {
  subjects: {
    "message you sent blocked": "**Message you sent blocked by our bulk email filter**",
  },
  failures: {
    "was blocked by our spam firewall": "was blocked by our Spam Firewall.",
    "has not been delivered": "The email you sent has NOT BEEN DELIVERED:",
  },
  labels: {
    "your message to": "Your message to: lost@gone.example",
  },
  notice: {
    from: "Postmaster <postmaster@filter.example>",
    subject: "**Message you sent blocked by our bulk email filter**",
    lines: [
      "Your message to: lost@gone.example",
      "was blocked by our Spam Firewall. The email you sent with the following subject has NOT BEEN DELIVERED:",
      "",
      "Subject: Offer",
      "",
    ],
  },
};

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
