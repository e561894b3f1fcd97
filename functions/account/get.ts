import { getAccount as operation } from "#shared/contract/account.ts";
import { type AccountPorts, findAccount } from "#shared/domain/account/settings.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { accountOut } from "#shared/mapping/account.ts";
import { gate, users, wallets } from "#shared/runtime/store.ts";

/** GET /v1/account. */
export const get = (ports: AccountPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId }) => accountOut(await findAccount(ports, userId)));

export const handler = get({ gate, users, wallets });
