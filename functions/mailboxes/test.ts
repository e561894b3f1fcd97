import { testMailbox as operation } from "#shared/contract/mailboxes.ts";
import { testMailbox, type TestPorts } from "#shared/domain/mailboxes/test-mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/domain/sending/wake/resume-sending.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { connectionTests, mailAccounts } from "#shared/runtime/mail.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { deliveries, gate, mailboxes } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** POST /v1/mailboxes/{id}/test. */
export const test = (ports: TestPorts & ResumePorts & PublishPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    try {
      await testMailbox(ports, userId, params.id);
    } finally {
      await publishEvents(ports, "mailboxes", [params.id]);
    }
    await resumeSending(ports, params.id);
    return { status: "ok" };
  });

export const handler = test({ gate, eventOutbox, log, mailboxes, connectionTests, mailAccounts, deliveries, wakeUps, clock });
