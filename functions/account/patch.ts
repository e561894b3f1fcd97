import { patchAccount as operation } from "#shared/contract/account.ts";
import { type AccountPorts, changeAccount } from "#shared/domain/account/settings.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { accountOut } from "#shared/mapping/account.ts";
import { gate, users, wallets } from "#shared/runtime/store.ts";

/** PATCH /v1/account. */
export const patch = (ports: AccountPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) =>
    accountOut(
      await changeAccount(ports, userId, {
        suppressBounced: body.suppress_bounced,
        suppressComplained: body.suppress_complained,
        shareCorrections: body.share_corrections,
        lowBalance: body.low_balance,
      }),
    ),
  );

export const handler = patch({ gate, users, wallets });
