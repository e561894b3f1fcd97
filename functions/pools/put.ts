import { poolOut, putPool as operation } from "#shared/sending/contract/pools.ts";
import { putPool } from "#shared/mailboxes/pools.ts";
import { mailboxes, pools } from "#shared/mailboxes/wiring/stores.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { pools, mailboxes, clock, ids };

/** PUT /v1/pools/{name}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params: { name }, body }) =>
    poolOut(await putPool(ports, { userId, name, mailboxIds: body.mailbox_ids })),
  ),
);
