import { connectCallback as operation } from "#shared/contract/connect-page.ts";
import { returnFromConsent } from "#shared/http/connect/callback.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { connectPages } from "#shared/runtime/ports/connect-pages.ts";

/** GET /connect/oauth/{provider}/callback. */
export const handler = endpoint(operation, (request) => returnFromConsent(connectPages, request));
