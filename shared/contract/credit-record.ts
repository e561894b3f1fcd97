import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut } from "./fields.ts";

/** The wallet. */
export const wallet = named(
  "Credits",
  z.object({
    balance: described(z.int(), "How many emails the account may still send; one credit pays one accepted email."),
    updated_at: described(dateTimeOut, "When the balance last changed."),
  }),
  "The wallet.",
);

/** A line of the ledger. */
export const transaction = named(
  "Transaction",
  z.object({
    id: described(z.string(), "The line's id."),
    type: described(z.enum(["topup", "charge"]), "`topup` adds credits, `charge` takes one for an accepted email."),
    amount: described(z.int(), "How many credits, always positive."),
    balance_after: described(z.int(), "The balance after this line."),
    send_id: described(z.string(), 'The send that a charge paid; "" for a top-up.'),
    reference: described(z.string(), 'What the operator noted with a top-up; "" for a charge.'),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
  }),
  "A line of the ledger.",
);
