import { forwardThread as operation } from "#shared/contract/inbox.ts";
import { forwardThread as forward, type ForwardPorts } from "#shared/domain/conversations/forward.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { forwardIn, forwardOut } from "#shared/mapping/inbox.ts";
import { sanitize } from "#shared/runtime/html.ts";
import { mailAccounts, mailReader } from "#shared/runtime/mail.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, messages, acceptedSends, sends, suppressions, threads } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { unsubscribeLinks } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/inbox/threads/{id}/forward. */
export const forwardThread = (ports: ForwardPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, params: { id }, body, claim }) =>
    forward(ports, { userId, id }, forwardIn(body), { claim, answer: forwardOut }),
  );

export const handler = forwardThread({
  gate,
  messages,
  threads,
  sends,
  mailboxes,
  mailAccounts,
  mailReader,
  ips,
  acceptedSends,
  suppressions,
  unsubscribeLinks,
  wakeUps,
  sanitize,
  clock,
  ids,
});
