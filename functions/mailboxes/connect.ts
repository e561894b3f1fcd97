import { connectMailbox as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { connectInMode, connectWithin } from "#shared/mailboxes/bound-requests.ts";
import { type ConnectPorts, connectMailbox } from "#shared/mailboxes/connect-mailbox.ts";
import { type FillInPorts, withDiscovered } from "#shared/mailboxes/discovery/discover.ts";
import { type ResumePorts, resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { connectIn, mailboxOut } from "#shared/mailboxes/wire.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { audited } from "#shared/accounts/wiring/endpoint.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { connecting } from "#shared/mailboxes/wiring/connecting.ts";
import { discovery } from "#shared/mailboxes/wiring/discovery.ts";
import { resuming } from "#shared/sending/wiring/accepting.ts";

/** POST /v1/mailboxes. */
export const connect =
  (ports: ConnectPorts & FillInPorts & ResumePorts & PublishPorts): Run<typeof operation> =>
  async ({ userId, key, body }) => {
    const request = await withDiscovered(ports, userId, connectInMode(connectWithin(connectIn(body), key.bounds), key.mode));
    const connected = await connectMailbox(ports, userId, request);
    await publishEvents(ports, "mailboxes", [connected.id]);
    await resumeSending(ports, connected.id);
    return mailboxOut(connected);
  };

export const handler = outsideEndpoint(operation, audited(operation, connect({ ...connecting, ...resuming, discovery })));
