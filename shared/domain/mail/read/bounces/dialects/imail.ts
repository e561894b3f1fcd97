import type { Dialect } from "./dialect.ts";

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
