import { createConnectLink as operation } from "#shared/contract/connect-links.ts";
import { createLink } from "#shared/domain/connect-links/create-link.ts";
import { linkWithin } from "#shared/domain/mailboxes/bound-requests.ts";
import { connectLinkIn, connectLinkOut } from "#shared/mapping/connect-links.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { connectLinks } from "#shared/runtime/ports/connect-links.ts";
import { urlOf } from "#shared/runtime/ports/connect-urls.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { users } from "#shared/runtime/ports/users.ts";
import { clock, ids } from "#shared/runtime/system.ts";

const ports = { users, mailboxes, connectLinks, urlOf, clock, ids };

/** POST /v1/connect-links. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, body }) => {
    const { url, ...link } = await createLink(ports, userId, linkWithin(connectLinkIn(body), key.bounds));
    return { ...connectLinkOut(link, clock.now()), url };
  }),
);
