import { listTransactions as operation } from "#shared/contract/credits.ts";
import { transactionOut } from "#shared/mapping/credits.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { wallets } from "#shared/runtime/ports/wallets.ts";

/** GET /v1/credits/transactions. */
export const handler = endpoint(operation, async ({ userId, query }) => ({
  transactions: (await wallets.transactions(userId, query)).map(transactionOut),
  ...query,
}));
