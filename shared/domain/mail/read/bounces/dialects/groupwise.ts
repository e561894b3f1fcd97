import type { Dialect } from "./dialect.ts";

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
