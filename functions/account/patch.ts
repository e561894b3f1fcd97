import { patchAccount as operation, accountOut } from "#shared/accounts/contract/account.ts";
import { changeAccount } from "#shared/accounts/settings.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { users, wallets } from "#shared/accounts/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { users, wallets, clock };

/** PATCH /v1/account. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, body }) =>
    accountOut(
      await changeAccount(ports, userId, {
        suppressBounced: body.suppress_bounced,
        suppressComplained: body.suppress_complained,
        suppressAsked: body.suppress_asked,
        shareCorrections: body.share_corrections,
        ownDomains: body.own_domains,
        lowBalance: body.low_balance,
        maxContacts: body.max_contacts,
        connectName: body.connect_name,
        connectLogoUrl: body.connect_logo_url,
        connectRedirectUris: body.connect_redirect_uris,
        connectFrameOrigins: body.connect_frame_origins,
      }),
    ),
  ),
);
