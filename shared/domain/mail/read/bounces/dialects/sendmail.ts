import type { Dialect } from "./dialect.ts";

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
