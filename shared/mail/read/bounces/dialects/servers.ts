import type { Dialect } from "./common.ts";

/** HCL (Lotus) Notes and Domino ("DELIVERY FAILURE"). */
export const domino: Dialect = {
  subjects: {
    "delivery failure:": "DELIVERY FAILURE: User lost not listed in Domino Directory",
  },
  failures: {
    "not listed in {domino directory|public name & address book}": "User lost (lost@gone.example) not listed in Domino Directory",
    "failure reasons": "------- Failure Reasons  --------",
  },
  introductions: {
    "was not delivered to": "was not delivered to:",
  },
  returned: {
    "returned message": "------- Returned Message --------",
  },
  notice: {
    from: "Postmaster@gone.example",
    subject: "DELIVERY FAILURE: User lost (lost@gone.example) not listed in Domino Directory",
    lines: [
      "Your message",
      "",
      "  Subject: Offer",
      "",
      "was not delivered to:",
      "",
      "  lost@gone.example",
      "",
      "because:",
      "",
      "  User lost (lost@gone.example) not listed in Domino Directory",
      "",
    ],
  },
};

/** Microsoft Exchange 5.5, 2000 to 2019 and Microsoft 365 ("Email non-delivery reports in Exchange Online"). */
export const exchange: Dialect = {
  senders: {
    "system administrator": "System Administrator",
    "ndr administrator": "NDR Administrator",
  },
  subjects: {
    "undeliverable:": "Undeliverable: Offer",
  },
  failures: {
    "delivery has failed to these recipients": "Delivery has failed to these recipients or groups:",
    "did not reach the following recipient": "did not reach the following recipient(s):",
    "couldn't be {delivered|found}": "Your message couldn't be delivered",
  },
  delays: {
    "delivery to these recipients … delayed": "Delivery to these recipients or groups has been delayed",
    "this is a warning message only": "THIS IS A WARNING MESSAGE ONLY",
  },
  introductions: {
    "did not reach the following recipient": "did not reach the following recipient(s):",
    "failed to these recipients": "Delivery has failed to these recipients or groups:",
    "delivery to the following recipients failed": "Delivery to the following recipients failed.",
  },
  returned: {
    "original message headers": "Original message headers:",
  },
  notice: {
    from: "Microsoft Outlook <postmaster@gone.example>",
    subject: "Undeliverable: Offer",
    status: "5.1.10",
    lines: [
      "Delivery has failed to these recipients or groups:",
      "",
      "lost@gone.example<mailto:lost@gone.example>",
      "The address you entered couldn't be found.",
      "",
      "Diagnostic information for administrators:",
      "",
      "Generating server: A1.prod.example",
      "",
      "lost@gone.example",
      "Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'",
      "",
      "Original message headers:",
      "",
    ],
  },
};

/** Novell GroupWise Internet Agent ("Mail System Error - Returned Mail"). */
export const groupwise: Dialect = {
  failures: {
    "was undeliverable to the following": "The message that you sent was undeliverable to the following:",
  },
  introductions: {
    "was undeliverable to the following": "The message that you sent was undeliverable to the following:",
  },
  returned: {
    "possibly truncated original message follows": "Possibly truncated original message follows:",
  },
  notice: {
    from: "Mailer-Daemon@gw.example",
    subject: "Mail System Error - Returned Mail",
    lines: [
      "The message that you sent was undeliverable to the following:",
      "\tlost@gone.example (user not found)",
      "",
      "Possibly truncated original message follows:",
      "",
    ],
  },
};

/** Ipswitch IMail. */
export const imail: Dialect = {
  failures: {
    "user mailbox exceeds allowed size": "User mailbox exceeds allowed size: lost@gone.example",
    "unknown user": "Unknown user: lost@gone.example",
    "undeliverable to": "undeliverable to lost@gone.example",
  },
  labels: {
    "user mailbox exceeds allowed size": "User mailbox exceeds allowed size: a@b.example",
  },
  returned: {
    "original message follows": "Original message follows.",
  },
  notice: {
    from: "Postmaster <postmaster@imail.example>",
    subject: "Undeliverable Mail",
    lines: ["User mailbox exceeds allowed size: lost@gone.example", "", "Original message follows.", ""],
  },
};

/** Apache James (DSNBounce, Bounce mailets). */
export const james: Dialect = {
  failures: {
    "wasn't able to deliver the message below": "I'm afraid I wasn't able to deliver the message below to the following addresses.",
  },
  introductions: {
    "deliver the message below to the following": "I'm afraid I wasn't able to deliver the message below to the following addresses.",
  },
  notice: {
    from: "postmaster@james.example",
    subject: "[BOUNCE]",
    lines: [
      "Hi. This is the James mail server at james.example.",
      "I'm afraid I wasn't able to deliver the message below to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      "",
      "lost@gone.example",
      "",
      "Error message below:",
      "550 - Requested action not taken: no such user here",
      "",
      "Message details:",
      "  Subject: Offer",
      "  MAIL FROM: me@sender.example",
      "  RCPT TO: lost@gone.example",
      "  From: me@sender.example",
      "",
    ],
  },
};

/** Alt-N MDaemon. */
export const mdaemon: Dialect = {
  subjects: {
    "permanent delivery failure": "Permanent Delivery Failure",
    "mdaemon warning - message not deliverable": "MDaemon Warning - Message not deliverable",
  },
  failures: {
    "had permanent fatal delivery errors": "The attached message had PERMANENT fatal delivery errors!",
  },
  labels: {
    "failed address": "Failed address: lost@gone.example",
  },
  notice: {
    from: "MDaemon <MDaemon@mx.relay.example>",
    subject: "Permanent Delivery Failure",
    status: "5.1.1",
    lines: [
      "The attached message had PERMANENT fatal delivery errors!",
      "",
      "Failed address: lost@gone.example",
      "",
      "--- Session Transcript ---",
      " Fri 2026-11-20 10:15:00: --> RCPT To:<lost@gone.example>",
      " Fri 2026-11-20 10:15:00: <-- 550 5.1.1 <lost@gone.example> unknown user",
      "--- End Transcript ---",
      "",
    ],
  },
};

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
