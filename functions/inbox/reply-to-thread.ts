import { replyToThread as operation } from "#shared/contract/inbox.ts";
import { replyToThread as reply, type ReplyPorts } from "#shared/domain/conversations/reply.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { replyIn, replyOut } from "#shared/mapping/inbox.ts";
import { sanitize } from "#shared/runtime/html.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, messages, acceptedSends, sends, suppressions, threads } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { unsubscribeLinks } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/inbox/threads/{id}/reply. */
export const replyToThread = (ports: ReplyPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, params: { id }, body, claim }) =>
    reply(ports, { userId, id }, replyIn(body), { claim, answer: replyOut }),
  );

export const handler = replyToThread({
  gate,
  messages,
  threads,
  sends,
  mailboxes,
  ips,
  acceptedSends,
  suppressions,
  unsubscribeLinks,
  wakeUps,
  sanitize,
  clock,
  ids,
});
