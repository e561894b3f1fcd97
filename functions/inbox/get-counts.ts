import { getCounts as operation } from "#shared/threads/contract/figures.ts";
import { countsOut } from "#shared/threads/team-wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

/** GET /v1/inbox/counts. */
export const handler = endpoint(operation, async ({ userId, within }) => countsOut(await threads.counts(userId, await within())));
