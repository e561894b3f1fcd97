import { connectCallback as operation } from "#shared/connect/contract/connect-page.ts";
import { returnFromConsent } from "#shared/connect/page/callback.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { connectPages } from "#shared/connect/wiring/connect-pages.ts";

/** GET /connect/oauth/{provider}/callback. */
export const handler = endpoint(operation, (request) => returnFromConsent(connectPages, request));
