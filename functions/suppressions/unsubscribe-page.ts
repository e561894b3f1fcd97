import { unsubscribePage as operation } from "#shared/contract/unsubscribe.ts";
import { type LinkPorts, openLink } from "#shared/domain/suppressions/unsubscribe.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { unsubscribePage } from "#shared/http/unsubscribe-page.ts";
import { gate } from "#shared/runtime/store.ts";
import { keyring } from "#shared/runtime/unsubscribe.ts";

/** GET /v1/unsubscribe/{token}. */
export const show = (ports: LinkPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ params }) => {
    await openLink(ports, params.token);
    return unsubscribePage();
  });

export const handler = show({ gate, keyring });
