import { listMailboxes as operation } from "#shared/contract/mailboxes.ts";
import { isWithin } from "#shared/domain/auth/bounds.ts";
import { mailboxOut } from "#shared/mapping/mailboxes.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";

/** GET /v1/mailboxes. */
export const handler = endpoint(operation, async ({ userId, key: { bounds = {} }, query }) =>
  (await mailboxes.list(userId, query.tenant)).filter((mailbox) => isWithin(bounds, mailbox)).map(mailboxOut),
);
