import type { Dialect } from "./common.ts";

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

/** Postfix (bounce(5), bounce template). */
export const postfix: Dialect = {
  subjects: {
    "undelivered mail returned to sender": "Undelivered Mail Returned to Sender",
    "delayed mail (still being retried)": "Delayed Mail (still being retried)",
    "postmaster copy: undelivered mail": "Postmaster Copy: Undelivered Mail",
  },
  failures: {
    "could not be delivered to one or more": "your message could not be delivered to one or more recipients",
  },
  delays: {
    "do not need to resend your message": "YOU DO NOT NEED TO RESEND YOUR MESSAGE.",
    "it will be retried until it is … old": "It will be retried until it is 5 day(s) old.",
  },
  notice: {
    from: "MAILER-DAEMON@mx.relay.example (Mail Delivery System)",
    subject: "Undelivered Mail Returned to Sender",
    status: "5.7.1",
    lines: [
      "This is the mail system at host mx.relay.example.",
      "",
      "I'm sorry to have to inform you that your message could not",
      "be delivered to one or more recipients. It's attached below.",
      "",
      "For further assistance, please send mail to postmaster.",
      "",
      "<lost@gone.example>: host mx.gone.example[192.0.2.7] said: 550 5.7.1",
      "    <me@sender.example>: sender is not welcome (in reply to RCPT TO command)",
      "",
    ],
  },
};

/** qmail (qmail-send.c, netqmail): "failure notice". */
export const qmail: Dialect = {
  subjects: {
    "failure notice": "failure notice",
  },
  failures: {
    "wasn't able to deliver your message": "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "does not like recipient": "192.0.2.7 does not like recipient.",
    "i've given up": "This is a permanent error; I've given up.",
  },
  givesUp: {
    "i've given up": "This is a permanent error; I've given up.",
  },
  returned: {
    "below this line is a copy of the message": "--- Below this line is a copy of the message.",
  },
  notice: {
    from: "MAILER-DAEMON@mx.relay.example",
    subject: "failure notice",
    status: "5.1.1",
    lines: [
      "Hi. This is the qmail-send program at mx.relay.example.",
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      "",
      "<lost@gone.example>:",
      "192.0.2.7 does not like recipient.",
      "Remote host said: 550 5.1.1 <lost@gone.example>: no mailbox here",
      "Giving up on 192.0.2.7.",
      "",
      "--- Below this line is a copy of the message.",
      "",
    ],
  },
};

/** Sendmail (savemail.c, "Transcript of session follows") and systems with the same phrases. */
export const sendmail: Dialect = {
  subjects: {
    "returned mail:": "Returned mail: User unknown",
  },
  failures: {
    "transcript of session follows": "----- Transcript of session follows -----",
    "permanent fatal errors": "----- The following addresses had permanent fatal errors -----",
    "non-delivered information": "----- Non-delivered information -----",
  },
  delays: {
    "warning message only": "THIS IS A WARNING MESSAGE ONLY",
    "could not send {mail|message} for past": "Warning: could not send message for past 4 hours",
    "message still undelivered after": "message still undelivered after 4 hours",
  },
  introductions: {
    "had {delivery|permanent|transient} … error": "----- The following addresses had permanent fatal errors -----",
    "had delivery problems": "----- The following addresses had delivery problems -----",
  },
  returned: {
    "message header[s] follow[s]": "----- Message header follows -----",
    "unsent message follows": "----- Unsent message follows -----",
    "original message follows": "----- Original message follows -----",
  },
  notice: {
    from: "Mail Delivery Subsystem <MAILER-DAEMON@mx.relay.example>",
    subject: "Returned mail: see transcript for details",
    status: "5.1.1",
    lines: [
      "The original message was received at Fri, 20 Nov 2026 10:15:00 GMT",
      "from relay.sender.example [192.0.2.1]",
      "",
      "   ----- The following addresses had permanent fatal errors -----",
      "<lost@gone.example>",
      "    (reason: 550 5.1.1 User unknown)",
      "",
      "   ----- Transcript of session follows -----",
      "... while talking to mx.gone.example.:",
      ">>> RCPT To:<lost@gone.example>",
      "<<< 550 5.1.1 User unknown",
      "550 5.1.1 <lost@gone.example>... User unknown",
      "",
      "   ----- Message header follows -----",
      "",
    ],
  },
};
