import type { Dialect } from "./dialect.ts";

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
