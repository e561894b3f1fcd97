import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { transaction, wallet } from "./credit-record.ts";
import { operation } from "./operation.ts";
import { offsetOrCursor, pageQuery, shownPage } from "./paging.ts";

/** GET /v1/credits (contract/README.md, "Credits"). */
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

/** GET /v1/credits/transactions (contract/README.md, "Credits"). */
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
