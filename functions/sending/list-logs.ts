import { listLogs as operation } from "#shared/contract/sending.ts";
import { listLogs as readLogs, type LogPorts } from "#shared/domain/sending/list-logs.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { logFilterIn, sendRecordOut } from "#shared/mapping/sending.ts";
import { gate, mailboxes, sends } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/logs. */
export const listLogs = (ports: LogPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => {
    const rows = await readLogs(ports, userId, logFilterIn(query), query);
    return rows.map(({ send, body, wait }) => sendRecordOut(send, body, wait));
  });

export const handler = listLogs({ gate, sends, mailboxes, clock });
