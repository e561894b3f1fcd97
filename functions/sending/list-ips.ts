import { listIps as operation } from "#shared/contract/sending.ts";
import type { Ips } from "#shared/domain/sending/ports/ips.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { ipOut } from "#shared/mapping/sending.ts";
import { gate, ips } from "#shared/runtime/store.ts";

/** GET /v1/ips. */
export const listIps = (ports: { gate: Gate; ips: Ips }) =>
  endpoint(ports.gate, operation, async ({ userId }) => (await ports.ips.list(userId)).map(ipOut));

export const handler = listIps({ gate, ips });
