import type { Dialect } from "./dialect.ts";

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
