import { listMailboxes as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { isWithin } from "#shared/accounts/auth/bounds.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Page } from "#shared/platform/ports.ts";
import { mailboxOut } from "#shared/mailboxes/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";

/** Whether a mailbox comes after the cursor: newest first, then by id. */
const isBehind = ({ id, createdAt }: Mailbox, { at, id: before }: NonNullable<Page["cursor"]>): boolean =>
  createdAt < at || (createdAt.getTime() === at.getTime() && id < before);

/** GET /v1/mailboxes. */
export const handler = endpoint(operation, async ({ userId, key: { bounds = {} }, query: { tenant, limit, cursor } }) => {
  const all = (await mailboxes.list(userId, tenant)).filter((mailbox) => isWithin(bounds, mailbox));
  return (cursor ? all.filter((mailbox) => isBehind(mailbox, cursor)) : all).slice(0, limit).map(mailboxOut);
});
