import { getCredits as operation } from "#shared/contract/credits.ts";
import type { Wallets } from "#shared/domain/credits/ports.ts";
import type { Clock } from "#shared/domain/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { walletOut } from "#shared/mapping/credits.ts";
import { gate, wallets } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/credits; an account that was never topped up has 0. */
export const getBalance = (ports: { gate: Gate; wallets: Wallets; clock: Clock }) =>
  endpoint(ports.gate, operation, async ({ userId }) =>
    walletOut((await ports.wallets.find(userId)) ?? { balance: 0, updatedAt: ports.clock.now() }),
  );

export const handler = getBalance({ gate, wallets, clock });
