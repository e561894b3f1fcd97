import type { Dialect } from "./dialect.ts";

/** HCL (Lotus) Notes and Domino ("DELIVERY FAILURE"). */
export const domino: Dialect = {
  subjects: {
    "delivery failure:": "DELIVERY FAILURE: User lost not listed in Domino Directory",
  },
  failures: {
    "not listed in {domino directory|public name & address book}": "User lost (lost@gone.example) not listed in Domino Directory",
    "failure reasons": "------- Failure Reasons  --------",
  },
  introductions: {
    "was not delivered to": "was not delivered to:",
  },
  returned: {
    "returned message": "------- Returned Message --------",
  },
  notice: {
    from: "Postmaster@gone.example",
    subject: "DELIVERY FAILURE: User lost (lost@gone.example) not listed in Domino Directory",
    lines: [
      "Your message",
      "",
      "  Subject: Offer",
      "",
      "was not delivered to:",
      "",
      "  lost@gone.example",
      "",
      "because:",
      "",
      "  User lost (lost@gone.example) not listed in Domino Directory",
      "",
    ],
  },
};
