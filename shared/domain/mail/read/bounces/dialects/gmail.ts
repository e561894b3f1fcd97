import type { Dialect } from "./dialect.ts";

/** Gmail and Google Workspace (mailer-daemon@googlemail.com). */
export const gmail: Dialect = {
  subjects: {
    "delivery status notification ({failure|delay})": "Delivery Status Notification (Failure)",
  },
  failures: {
    "your message wasn't delivered to": "Your message wasn't delivered to lost@gone.example because the address couldn't be found",
    "there was a problem delivering your message": "There was a problem delivering your message to a@b.example",
  },
  delays: {
    "gmail will retry for": "Gmail will retry for 46 more hours.",
    "message will be retried for": "Message will be retried for 2 more day(s)",
  },
  introductions: {
    "{group|address} you tried to contact": "the group you tried to contact (a@b.example) may not exist",
    "your message wasn't delivered to": "Your message wasn't delivered to a@b.example because",
    "failed permanently:": "Delivery to the following recipient failed permanently:",
  },
  returned: {
    "original message": "----- Original message -----",
  },
  notice: {
    from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    subject: "Delivery Status Notification (Failure)",
    status: "5.4.1",
    lines: [
      "Delivery to the following recipient failed permanently:",
      "",
      "     lost@gone.example",
      "",
      "Technical details of permanent failure:",
      "The error that the other server returned was:",
      "550 5.4.1 Recipient address rejected",
      "",
      "----- Original message -----",
      "",
    ],
  },
};
