import type { Dialect } from "./dialect.ts";

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
