import { unsubscribe as operation } from "#shared/contract/unsubscribe.ts";
import {
  noteForgottenSend,
  seeLink,
  undoUnsubscribe,
  unsubscribe,
  type UnsubscribePorts,
} from "#shared/domain/suppressions/unsubscribe.ts";
import { failurePage, noLinkPage, undonePage, unsubscribePage } from "#shared/http/unsubscribe/page.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { links } from "#shared/runtime/ports/links.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";
import { clock } from "#shared/runtime/system.ts";

/** POST /v1/unsubscribe/{token}. */
export const oneClick =
  (ports: UnsubscribePorts): Run<typeof operation> =>
  async ({ params: { token }, body, headers }) => {
    // The token first: whoever has none makes nobody read a form.
    if ((await seeLink(ports, token)) === undefined) {
      await noteForgottenSend(ports, token, () => body().undo !== undefined);
      return noLinkPage(headers);
    }
    const [act, answer] = body().undo === undefined ? [unsubscribe, unsubscribePage] : [undoUnsubscribe, undonePage];
    await act(ports, token);
    const link = await seeLink(ports, token);
    return link === undefined ? noLinkPage(headers) : answer(headers, link);
  };

export const handler = endpoint(operation, oneClick({ links, suppressions, eventOutbox, log, clock }), failurePage);
