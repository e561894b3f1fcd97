import { createConnectLink as operation, connectLinkIn, connectLinkOut } from "#shared/connect/contract/connect-links.ts";
import { createLink } from "#shared/connect/create-link.ts";
import { linkWithin } from "#shared/mailboxes/bound-requests.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { connectLinks } from "#shared/connect/wiring/stores.ts";
import { urlOf } from "#shared/connect/wiring/connect-urls.ts";
import { mailboxes, oauthClients } from "#shared/mailboxes/wiring/stores.ts";
import { users } from "#shared/accounts/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { users, mailboxes, oauthClients, connectLinks, urlOf, clock, ids };

/** POST /v1/connect-links. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, body }) => {
    const { url, ...link } = await createLink(ports, userId, linkWithin(connectLinkIn(body), key.bounds));
    return { ...connectLinkOut(link, clock.now()), url };
  }),
);
