import { submitConnectPage as operation } from "#shared/contract/connect-page.ts";
import { discover } from "#shared/domain/mailboxes/discovery/discover.ts";
import { submitStep } from "#shared/http/connect/submit.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { connectPages } from "#shared/runtime/ports/connect-pages.ts";
import { discovery } from "#shared/runtime/ports/discovery.ts";
import { users } from "#shared/runtime/ports/users.ts";

const ports = { ...connectPages, users, discover: (email: string) => discover(discovery, email) };

/** POST /connect/{token}. */
export const handler = endpoint(operation, (request) => submitStep(ports, request));
