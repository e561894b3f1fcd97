import { connectMailbox as operation } from "#shared/contract/mailboxes.ts";
import { connectInMode, connectWithin } from "#shared/domain/mailboxes/bound-requests.ts";
import { type ConnectPorts, connectMailbox } from "#shared/domain/mailboxes/connect-mailbox.ts";
import { type FillInPorts, withDiscovered } from "#shared/domain/mailboxes/discovery/fill-in.ts";
import { type ResumePorts, resumeSending } from "#shared/domain/sending/wake/resume-sending.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { connectIn, mailboxOut } from "#shared/mapping/mailboxes.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { audited } from "#shared/runtime/audited.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { connecting } from "#shared/runtime/ports/connecting.ts";
import { discovery } from "#shared/runtime/ports/discovery.ts";
import { resuming } from "#shared/runtime/ports/resuming.ts";

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
