import { patchAccount as operation } from "#shared/contract/account.ts";
import { changeAccount } from "#shared/domain/account/settings.ts";
import { accountOut } from "#shared/mapping/account.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { users } from "#shared/runtime/ports/users.ts";
import { wallets } from "#shared/runtime/ports/wallets.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { users, wallets, clock };

/** PATCH /v1/account. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, body }) =>
    accountOut(
      await changeAccount(ports, userId, {
        suppressBounced: body.suppress_bounced,
        suppressComplained: body.suppress_complained,
        shareCorrections: body.share_corrections,
        ownDomains: body.own_domains,
        lowBalance: body.low_balance,
        connectName: body.connect_name,
        connectLogoUrl: body.connect_logo_url,
        connectRedirectUris: body.connect_redirect_uris,
        connectFrameOrigins: body.connect_frame_origins,
      }),
    ),
  ),
);
