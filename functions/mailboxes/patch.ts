import { patchMailbox as operation } from "#shared/contract/mailboxes.ts";
import { patchWithin } from "#shared/domain/mailboxes/bound-requests.ts";
import { patchMailbox, type PatchPorts } from "#shared/domain/mailboxes/patch-mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/domain/sending/wake/resume-sending.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { mailboxOut, patchIn } from "#shared/mapping/mailboxes.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { audited } from "#shared/runtime/audited.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { connecting } from "#shared/runtime/ports/connecting.ts";
import { resuming } from "#shared/runtime/ports/resuming.ts";

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
