import { listIps as operation } from "#shared/contract/sending.ts";
import { ipOut } from "#shared/mapping/sending.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { ips } from "#shared/runtime/ports/ips.ts";

/** GET /v1/ips. */
export const handler = endpoint(operation, async ({ userId }) => (await ips.list(userId)).map(ipOut));
