import { listLogs as operation } from "#shared/contract/sending.ts";
import { listLogs as readLogs } from "#shared/domain/sending/list-logs.ts";
import { logFilterIn, sendRecordOut } from "#shared/mapping/sending.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { sends, mailboxes, clock };

/** GET /v1/logs. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const rows = await readLogs(ports, userId, { ...logFilterIn(query), mailboxIds: await within() }, query);
  return rows.map(({ send, body, wait }) => sendRecordOut(send, body, wait));
});
