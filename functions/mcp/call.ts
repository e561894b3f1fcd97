import { bearerEndpoint } from "#shared/accounts/wiring/bearer-endpoint.ts";
import { log } from "#shared/platform/log.ts";
import type { Handler, HandlerOf } from "#shared/service/mcp/call-tool.ts";
import { callMcp as operation } from "#shared/service/mcp/contract.ts";
import { serveMcp } from "#shared/service/mcp/serve.ts";

/** The operations that tools call, each loaded with the first call of it. */
const handlers: Readonly<Record<string, () => Promise<{ readonly handler: unknown }>>> = {
  "attention/list": () => import("#functions/attention/list.ts"),
  "inbox/get-attachment": () => import("#functions/inbox/get-attachment.ts"),
  "inbox/get-message": () => import("#functions/inbox/get-message.ts"),
  "inbox/get-thread": () => import("#functions/inbox/get-thread.ts"),
  "inbox/list-messages": () => import("#functions/inbox/list-messages.ts"),
  "inbox/list-threads": () => import("#functions/inbox/list-threads.ts"),
  "inbox/patch-message": () => import("#functions/inbox/patch-message.ts"),
  "inbox/reply-to-message": () => import("#functions/inbox/reply-to-message.ts"),
  "mailboxes/get-capacity": () => import("#functions/mailboxes/get-capacity.ts"),
  "mailboxes/list": () => import("#functions/mailboxes/list.ts"),
  "metrics/get": () => import("#functions/metrics/get.ts"),
  "sandbox/move-clock": () => import("#functions/sandbox/move-clock.ts"),
  "sending/approve": () => import("#functions/sending/approve.ts"),
  "sending/cancel": () => import("#functions/sending/cancel.ts"),
  "sending/follow-up": () => import("#functions/sending/follow-up.ts"),
  "sending/get": () => import("#functions/sending/get.ts"),
  "sending/list-logs": () => import("#functions/sending/list-logs.ts"),
  "sending/patch": () => import("#functions/sending/patch.ts"),
  "sending/send": () => import("#functions/sending/send.ts"),
};

const handlerOf: HandlerOf = async (id) => {
  const load = handlers[id];
  if (!load) throw new Error(`POST /mcp carries no ${id}`);
  return (await load()).handler as Handler;
};

const ports = { handlerOf, log };

/** POST /mcp. */
export const handler = bearerEndpoint(operation, ({ key, body, call }) => serveMcp(ports, { key, ...call }, body));
