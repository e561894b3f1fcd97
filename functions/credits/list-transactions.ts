import { listTransactions as operation } from "#shared/contract/credits.ts";
import type { Wallets } from "#shared/domain/credits/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { transactionOut } from "#shared/mapping/credits.ts";
import { gate, wallets } from "#shared/runtime/store.ts";

/** GET /v1/credits/transactions. */
export const listTransactions = (ports: { gate: Gate; wallets: Wallets }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => ({
    transactions: (await ports.wallets.transactions(userId, query)).map(transactionOut),
    ...query,
  }));

export const handler = listTransactions({ gate, wallets });
