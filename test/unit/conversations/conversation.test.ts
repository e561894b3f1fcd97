import { expect, it } from "vitest";
import type { Message } from "#shared/domain/inbox/message.ts";
import { conversationOf, entryId } from "#shared/domain/conversations/conversation.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";

it("a conversation shows what waits after everything sent and received, in the order in which it shall leave, and what failed where it was", async () => {
  const hour = (n: number) => new Date(Date.UTC(2026, 10, 20, n));
  const mailbox = aMailbox();
  const later = aSend(mailbox, { status: "scheduled", createdAt: hour(1), scheduledAt: hour(23) });
  const soon = aSend(mailbox, { status: "scheduled", createdAt: hour(2), scheduledAt: hour(12) });
  const { sentAt: _sentAt, ...unsent } = aSend(mailbox, { createdAt: hour(3) });
  const queued = { ...unsent, id: "queued", status: "queued" as const };
  const failed = { ...unsent, id: "failed", status: "failed" as const };
  const sent = aSend(mailbox, { createdAt: hour(2), sentAt: hour(4) });
  const received = { id: "received", receivedAt: hour(9), createdAt: hour(9) } as Message;
  const ports = {
    messages: { ofThread: async () => [received], bodies: async () => new Map() },
    threads: { sends: async () => [later, soon, queued, failed, sent] },
  };

  const entries = await conversationOf(ports, mailbox.userId, "thread");

  expect(entries.map(entryId)).toEqual(["failed", sent.id, "received", "queued", soon.id, later.id]);
  expect(entries.at(-1)?.date).toEqual(hour(23));
});
