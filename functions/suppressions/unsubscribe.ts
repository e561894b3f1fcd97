import { unsubscribe as operation } from "#shared/contract/unsubscribe.ts";
import { unsubscribe, type UnsubscribePorts } from "#shared/domain/suppressions/unsubscribe.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { unsubscribed } from "#shared/http/unsubscribe-page.ts";
import { log } from "#shared/runtime/log.ts";
import { newsroom } from "#shared/runtime/newsroom.ts";
import { gate, suppressions } from "#shared/runtime/store.ts";
import { keyring } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/unsubscribe/{token}. */
export const oneClick = (ports: UnsubscribePorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ params }) => {
    await unsubscribe(ports, params.token);
    return unsubscribed();
  });

export const handler = oneClick({ gate, keyring, suppressions, newsroom, log });
