import { unsubscribe as operation } from "#shared/suppressions/contract/unsubscribe.ts";
import { logUnknownSend, seeLink, undoUnsubscribe, unsubscribe, type UnsubscribePorts } from "#shared/suppressions/unsubscribe.ts";
import { failurePage, noLinkPage, undonePage, unsubscribePage } from "#shared/suppressions/page/page.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { links } from "#shared/accounts/wiring/links.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { clock } from "#shared/platform/system.ts";

/** POST /v1/unsubscribe/{token}. */
export const oneClick =
  (ports: UnsubscribePorts): Run<typeof operation> =>
  async ({ params: { token }, body, headers }) => {
    // The token is checked first, so that nobody without one makes the service read a form.
    if ((await seeLink(ports, token)) === undefined) {
      await logUnknownSend(ports, token, () => body().undo !== undefined);
      return noLinkPage(headers);
    }
    const [act, answer] = body().undo === undefined ? [unsubscribe, unsubscribePage] : [undoUnsubscribe, undonePage];
    await act(ports, token);
    const link = await seeLink(ports, token);
    return link === undefined ? noLinkPage(headers) : answer(headers, link);
  };

export const handler = endpoint(operation, oneClick({ links, suppressions, eventOutbox, log, clock }), failurePage);
