import { listMailboxes as operation } from "#shared/contract/mailboxes.ts";
import { isWithin } from "#shared/domain/auth/bounds.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import type { Page } from "#shared/domain/ports.ts";
import { mailboxOut } from "#shared/mapping/mailboxes.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";

/** Whether a mailbox comes after the cursor: newest first, then by id. */
const isBehind = ({ id, createdAt }: Mailbox, { at, id: before }: NonNullable<Page["cursor"]>): boolean =>
  createdAt < at || (createdAt.getTime() === at.getTime() && id < before);

/** GET /v1/mailboxes. */
export const handler = endpoint(operation, async ({ userId, key: { bounds = {} }, query: { tenant, limit, cursor } }) => {
  const all = (await mailboxes.list(userId, tenant)).filter((mailbox) => isWithin(bounds, mailbox));
  return (cursor ? all.filter((mailbox) => isBehind(mailbox, cursor)) : all).slice(0, limit).map(mailboxOut);
});
