// Keys do not belong to a test world: they are created and expire in real time.
import { choiceIn, giveConsent as operation } from "#shared/service/console/consent.ts";
import { allow } from "#shared/accounts/oauth/authorize.ts";
import { audited } from "#shared/accounts/wiring/endpoint.ts";
import { findClient } from "#shared/accounts/wiring/oauth-clients.ts";
import { issuer } from "#shared/accounts/wiring/oauth.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { inTestWorld } from "#shared/sandbox/wiring/worlds.ts";
import { ids, processClock } from "#shared/platform/system.ts";

const ports = { apiKeys, mailboxes, findClient, issuer, clock: processClock, ids };

/** POST /console/consent. */
export const handler = outsideEndpoint(
  operation,
  audited(operation, async ({ key, body }) => {
    const choice = choiceIn(body);
    const give = () => allow(ports, key, choice, choice);
    // The mailboxes of a test key are those of the test world, whoever allows it.
    return body.mode === "test" && key.mode !== "test" ? inTestWorld(key.userId, give) : give();
  }),
);
