import { getAccount as operation } from "#shared/contract/account.ts";
import { findAccount } from "#shared/domain/account/settings.ts";
import { accountOut } from "#shared/mapping/account.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { users } from "#shared/runtime/ports/users.ts";
import { wallets } from "#shared/runtime/ports/wallets.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { users, wallets, clock };

/** GET /v1/account. */
export const handler = endpoint(operation, async ({ userId }) => accountOut(await findAccount(ports, userId)));
