import { getAccount as operation, accountOut } from "#shared/accounts/contract/account.ts";
import { findAccount } from "#shared/accounts/settings.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { users, wallets } from "#shared/accounts/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { users, wallets, clock };

/** GET /v1/account. */
export const handler = endpoint(operation, async ({ userId }) => accountOut(await findAccount(ports, userId)));
