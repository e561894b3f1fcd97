import { listLogs as operation } from "#shared/contract/sending.ts";
import { listLogs as readLogs } from "#shared/domain/sending/list-logs.ts";
import type { Sends } from "#shared/domain/sending/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { logFilterIn, sendRecordOut } from "#shared/mapping/sending.ts";
import { gate, sends } from "#shared/runtime/store.ts";

/** GET /v1/logs. */
export const listLogs = (ports: { gate: Gate; sends: Pick<Sends, "list" | "bodies"> }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => {
    const rows = await readLogs(ports.sends, userId, logFilterIn(query), query);
    return rows.map(({ send, body }) => sendRecordOut(send, body));
  });

export const handler = listLogs({ gate, sends });
