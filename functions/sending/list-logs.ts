import { listLogs as operation } from "#shared/sending/contract/sending.ts";
import { listLogs as readLogs } from "#shared/sending/read-send.ts";
import { logFilterIn, sendRecordOut } from "#shared/sending/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { sends, mailboxes, clock };

/** GET /v1/logs. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const rows = await readLogs(ports, userId, { ...logFilterIn(query), mailboxIds: await within() }, query);
  return rows.map(({ send, body, wait }) => sendRecordOut(send, body, wait));
});
