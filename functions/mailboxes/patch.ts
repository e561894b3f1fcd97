import { patchMailbox as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { patchWithin } from "#shared/mailboxes/bound-requests.ts";
import { patchMailbox, type PatchPorts } from "#shared/mailboxes/patch-mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { mailboxOut, patchIn } from "#shared/mailboxes/wire.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { audited } from "#shared/accounts/wiring/endpoint.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { connecting } from "#shared/mailboxes/wiring/connecting.ts";
import { resuming } from "#shared/sending/wiring/accepting.ts";

/** PATCH /v1/mailboxes/{id}. */
export const patch =
  (ports: PatchPorts & ResumePorts & PublishPorts): Run<typeof operation> =>
  async ({ userId, key, params, body }) => {
    const changed = await patchMailbox(ports, userId, params.id, patchWithin(patchIn(body), key.bounds));
    await publishEvents(ports, "mailboxes", [changed.id]);
    await resumeSending(ports, changed.id);
    return mailboxOut(changed);
  };

export const handler = outsideEndpoint(operation, audited(operation, patch({ ...connecting, ...resuming })));
