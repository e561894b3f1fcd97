import type { Dialect } from "./dialect.ts";

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
