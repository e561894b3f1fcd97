import { listTransactions as operation, transactionOut } from "#shared/accounts/contract/credits.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { wallets } from "#shared/accounts/wiring/stores.ts";

/** GET /v1/credits/transactions. */
export const handler = endpoint(operation, async ({ userId, query }) => ({
  transactions: (await wallets.transactions(userId, query)).map(transactionOut),
  ...query,
}));
