import { testMailbox as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { testMailbox, type TestPorts } from "#shared/mailboxes/connection/connection-tests.ts";
import { type ResumePorts, resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { connecting } from "#shared/mailboxes/wiring/connecting.ts";
import { resuming } from "#shared/sending/wiring/accepting.ts";

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
