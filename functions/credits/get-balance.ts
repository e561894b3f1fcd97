import { getCredits as operation } from "#shared/contract/credits.ts";
import { walletOut } from "#shared/mapping/credits.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { wallets } from "#shared/runtime/ports/wallets.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/credits; an account that was never topped up has 0. */
export const handler = endpoint(operation, async ({ userId }) =>
  walletOut((await wallets.find(userId)) ?? { balance: 0, updatedAt: clock.now() }),
);
