import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut } from "#shared/api/fields.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import type { Transaction, Wallet } from "../credits.ts";
import { type From, toWire } from "#shared/api/wire.ts";

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
const transaction = named(
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

/** GET /v1/credits (api/README.md, "Credits"). */
export const getCredits = operation({
  id: "credits/get-balance",
  method: "GET",
  path: "/v1/credits",
  boundKeys: "none",
  summary: "Get the balance",
  description: "The wallet's balance in credits; one credit pays one accepted email",
  response: wallet,
  errors: [],
  example: { response: { balance: 100_000, updated_at: "2026-11-21T09:30:00.000Z" } },
});

/** GET /v1/credits/transactions (api/README.md, "Credits"). */
export const listTransactions = operation({
  id: "credits/list-transactions",
  method: "GET",
  path: "/v1/credits/transactions",
  boundKeys: "none",
  summary: "List transactions",
  description: "Top-ups and charges, newest first",
  pagedBy: "created_at",
  query: z.strictObject(pageQuery).check(offsetOrCursor),
  response: named(
    "TransactionList",
    z.object({
      transactions: described(z.array(transaction), "Top-ups and charges, newest first."),
      ...shownPage,
    }),
    "A page of the ledger.",
  ),
  errors: [400],
  example: {
    response: {
      transactions: [
        {
          id: "655f1c2e9b1e8a0012345679",
          type: "charge",
          amount: 1,
          balance_after: 99_999,
          send_id: "655f1c2e9b1e8a0012345679",
          reference: "",
          created_at: "2026-11-21T09:30:00.000Z",
        },
      ],
      limit: 50,
      offset: 0,
    },
  },
});

/** A wallet in the API. */
export const walletOut: From<Wallet, typeof wallet> = toWire(wallet);

/** A ledger row in the API. */
export const transactionOut: From<Transaction, typeof transaction> = toWire(transaction);
