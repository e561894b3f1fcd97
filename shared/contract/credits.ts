import * as z from "zod/mini";
import { dateTimeOut } from "./fields.ts";
import { operation } from "./operation.ts";
import { nextCursor, onePlace, pageQuery } from "./paging.ts";

/** GET /v1/credits (contract/README.md, "Credits"). */
export const getCredits = operation({
  id: "credits/get-balance",
  method: "GET",
  path: "/v1/credits",
  summary: "The wallet's balance in credits; one credit pays one accepted email",
  response: z.object({ balance: z.int(), updated_at: dateTimeOut }),
  errors: [],
  example: { response: { balance: 100_000, updated_at: "2026-11-21T09:30:00.000Z" } },
});

/** GET /v1/credits/transactions (contract/README.md, "Credits"). */
export const listTransactions = operation({
  id: "credits/list-transactions",
  method: "GET",
  path: "/v1/credits/transactions",
  summary: "Top-ups and charges, newest first",
  pagedBy: "created_at",
  query: z.strictObject(pageQuery).check(onePlace),
  response: z.object({
    transactions: z.array(
      z.object({
        id: z.string(),
        type: z.enum(["topup", "charge"]),
        amount: z.int(),
        balance_after: z.int(),
        send_id: z.string(),
        reference: z.string(),
        created_at: dateTimeOut,
      }),
    ),
    limit: z.int(),
    offset: z.int(),
    next_cursor: nextCursor,
  }),
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
