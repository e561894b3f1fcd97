import type { Dialect } from "./dialect.ts";

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
