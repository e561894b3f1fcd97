import type { Dialect } from "./dialect.ts";

/** Microsoft Exchange 5.5, 2000 to 2019 and Microsoft 365 ("Email non-delivery reports in Exchange Online"). */
export const exchange: Dialect = {
  senders: {
    "system administrator": "System Administrator",
    "ndr administrator": "NDR Administrator",
  },
  subjects: {
    "undeliverable:": "Undeliverable: Offer",
  },
  failures: {
    "delivery has failed to these recipients": "Delivery has failed to these recipients or groups:",
    "did not reach the following recipient": "did not reach the following recipient(s):",
    "couldn't be {delivered|found}": "Your message couldn't be delivered",
  },
  delays: {
    "delivery to these recipients … delayed": "Delivery to these recipients or groups has been delayed",
    "this is a warning message only": "THIS IS A WARNING MESSAGE ONLY",
  },
  introductions: {
    "did not reach the following recipient": "did not reach the following recipient(s):",
    "failed to these recipients": "Delivery has failed to these recipients or groups:",
    "delivery to the following recipients failed": "Delivery to the following recipients failed.",
  },
  returned: {
    "original message headers": "Original message headers:",
  },
  notice: {
    from: "Microsoft Outlook <postmaster@gone.example>",
    subject: "Undeliverable: Offer",
    status: "5.1.10",
    lines: [
      "Delivery has failed to these recipients or groups:",
      "",
      "lost@gone.example<mailto:lost@gone.example>",
      "The address you entered couldn't be found.",
      "",
      "Diagnostic information for administrators:",
      "",
      "Generating server: A1.prod.example",
      "",
      "lost@gone.example",
      "Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'",
      "",
      "Original message headers:",
      "",
    ],
  },
};
