import { getResponseTimes as operation } from "#shared/threads/contract/figures.ts";
import { responseTimes } from "#shared/threads/response-times.ts";
import { responseTimesOut, spanIn } from "#shared/threads/team-wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { clock } from "#shared/platform/system.ts";
import { responseFigures } from "#shared/threads/wiring/stores.ts";

/** GET /v1/inbox/response-times. */
export const handler = endpoint(operation, async ({ userId, query, within }) => {
  const now = clock.now();
  return responseTimesOut(await responseTimes(responseFigures, userId, { ...spanIn(query, now), mailboxIds: await within() }, now));
});
