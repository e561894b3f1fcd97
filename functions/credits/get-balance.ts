import { getCredits as operation, walletOut } from "#shared/accounts/contract/credits.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { wallets } from "#shared/accounts/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/credits; an account that was never topped up has 0. */
export const handler = endpoint(operation, async ({ userId }) =>
  walletOut((await wallets.find(userId)) ?? { balance: 0, updatedAt: clock.now() }),
);
