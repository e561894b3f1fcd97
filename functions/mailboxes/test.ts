import { testMailbox as operation } from "#shared/contract/mailboxes.ts";
import { testMailbox, type TestPorts } from "#shared/domain/mailboxes/test-mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/domain/sending/wake/resume-sending.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { connecting } from "#shared/runtime/ports/connecting.ts";
import { resuming } from "#shared/runtime/ports/resuming.ts";

/** POST /v1/mailboxes/{id}/test. */
export const test =
  (ports: TestPorts & ResumePorts & PublishPorts): Run<typeof operation> =>
  async ({ userId, params }) => {
    try {
      await testMailbox(ports, userId, params.id);
    } finally {
      await publishEvents(ports, "mailboxes", [params.id]);
    }
    await resumeSending(ports, params.id);
    return { status: "ok" };
  };

export const handler = outsideEndpoint(operation, test({ ...connecting, ...resuming }));
