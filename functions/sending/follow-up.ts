import { followUp as operation } from "#shared/contract/sending.ts";
import { acceptFollowUp, type FollowUpPorts } from "#shared/domain/conversations/follow-up.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { replyIn, replyOut } from "#shared/mapping/inbox.ts";
import { sanitize } from "#shared/runtime/html.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, messages, acceptedSends, sends, suppressions, threads } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { unsubscribeLinks } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/send/{id}/reply. */
export const followUp = (ports: FollowUpPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, params: { id }, body, claim }) =>
    acceptFollowUp(ports, { userId, id }, replyIn(body), { claim, answer: replyOut }),
  );

export const handler = followUp({
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
