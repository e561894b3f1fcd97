import { ipOut, listIps as operation } from "#shared/sending/contract/ips.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { ips } from "#shared/mailboxes/wiring/stores.ts";

/** GET /v1/ips. */
export const handler = endpoint(operation, async ({ userId }) => (await ips.list(userId)).map(ipOut));
