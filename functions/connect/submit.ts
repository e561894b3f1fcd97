import { submitConnectPage as operation } from "#shared/connect/contract/connect-page.ts";
import { discover } from "#shared/mailboxes/discovery/discover.ts";
import { submitStep } from "#shared/connect/page/submit.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { connectPages } from "#shared/connect/wiring/connect-pages.ts";
import { discovery } from "#shared/mailboxes/wiring/discovery.ts";
import { users } from "#shared/accounts/wiring/stores.ts";

const ports = { ...connectPages, users, discover: (email: string) => discover(discovery, email) };

/** POST /connect/{token}. */
export const handler = endpoint(operation, (request) => submitStep(ports, request));
