import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut } from "./fields.ts";

/** Why an address gets no mail. */
export const suppressionReason = z.enum(["manual", "bounced", "unsubscribed", "complained"]);

/** A suppression. */
export const suppression = named(
  "Suppression",
  z.object({
    id: described(z.string(), "The suppression's id."),
    email: described(z.string(), 'The address, in lower case; "" when it is a domain.'),
    domain: described(z.string(), 'The domain, each address at which gets no mail; "" when it is an address.'),
    reason: described(
      suppressionReason,
      "`manual`: you added it; `bounced`: a delivery to it failed permanently; `unsubscribed`: its owner unsubscribed; `complained`: its owner marked an email as spam.",
    ),
    send_id: described(z.string(), 'The send that bounced, whose link was used, or that was complained about; "" for `manual`.'),
    mailbox_id: described(z.string(), 'The mailbox of that send; "" for `manual`.'),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
  }),
  "An address, or a whole domain, to which the account sends no mail.",
);
