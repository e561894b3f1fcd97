import { unsubscribe as operation } from "#shared/contract/unsubscribe.ts";
import { seeLink, undoUnsubscribe, unsubscribe, type UnsubscribePorts } from "#shared/domain/suppressions/unsubscribe.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { noLinkPage, undonePage, unsubscribePage } from "#shared/http/unsubscribe/page.ts";
import { log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { gate, suppressions } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";
import { links } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/unsubscribe/{token}. */
export const oneClick = (ports: UnsubscribePorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ params: { token }, body, headers }) => {
    if ((await seeLink(ports, token)) === undefined) return noLinkPage(headers);
    const [act, answer] = body.undo === undefined ? [unsubscribe, unsubscribePage] : [undoUnsubscribe, undonePage];
    await act(ports, token);
    const link = await seeLink(ports, token);
    return link === undefined ? noLinkPage(headers) : answer(headers, link);
  });

export const handler = oneClick({ gate, links, suppressions, eventOutbox, log, clock });
