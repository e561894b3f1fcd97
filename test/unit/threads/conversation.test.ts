import { expect, it } from "vitest";
import type { Message } from "#shared/inbox/message.ts";
import { type ConversationEntry, conversationOf, entryId, isExchanged } from "#shared/threads/conversation.ts";
import type { Send } from "#shared/sending/send.ts";
import { entriesFor } from "#shared/threads/quoted-entries.ts";
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

  const entries = await conversationOf(ports, mailbox.userId, { id: "thread", aliasIds: [] });

  expect(entries.map(entryId)).toEqual(["failed", sent.id, "received", "queued", soon.id, later.id]);
  expect(entries.at(-1)?.date).toEqual(hour(23));
});

it("a follow-up without a time of its own stands behind the scheduled send that it waits for, and is as little exchanged", async () => {
  const hour = (n: number) => new Date(Date.UTC(2026, 10, 20, n));
  const mailbox = aMailbox();
  const { sentAt: _sentAt, ...unsent } = aSend(mailbox);
  const waiting = (id: string, n: number, facts: Partial<Send>): Send => ({ ...unsent, id, createdAt: hour(n), ...facts });
  const sends = [
    waiting("last", 3, { status: "queued", waitsFor: "next" }),
    waiting("next", 2, { status: "processing", waitsFor: "scheduled" }),
    waiting("scheduled", 1, { status: "scheduled", scheduledAt: hour(12) }),
    waiting("behind one that leaves now", 2, { status: "queued", waitsFor: "now" }),
    waiting("behind one elsewhere", 3, { status: "queued", waitsFor: "elsewhere" }),
    waiting("now", 1, { status: "queued" }),
  ];
  const ports = { messages: { ofThread: async () => [], bodies: async () => new Map() }, threads: { sends: async () => sends } };

  const entries = await conversationOf(ports, mailbox.userId, { id: "thread", aliasIds: [] });

  expect(entries.map((entry) => [entryId(entry), entry.date, isExchanged(entry)])).toEqual([
    ["now", hour(1), true],
    ["behind one that leaves now", hour(2), true],
    ["behind one elsewhere", hour(3), true],
    ["scheduled", hour(12), false],
    ["next", hour(12), false],
    ["last", hour(12), false],
  ]);
});

it("words of one of several recipients are quoted to no newcomer who answers the same send", () => {
  const send = { ...aSend(aMailbox()), cc: [{ name: "", email: "kim@else.test" }] };
  const from = (email: string, facts: Partial<Message>) =>
    ({
      direction: "inbound",
      message: { inReplyTo: "", references: [], replyTo: "", to: [], cc: [], ...facts, from: { name: "", email } },
    }) as unknown as ConversationEntry;
  const kims = from("kim@else.test", { id: "kims", messageId: "<k@else.test>" });
  const other = from("pat@home.test", { id: "pats", messageId: "<p@home.test>", emailJobId: send.id });

  const quoted = entriesFor([{ direction: "outbound", send } as unknown as ConversationEntry, kims, other], "pat@home.test", other);
  expect(quoted.map(entryId)).toEqual([send.id, "pats"]);
});

it("what an unverified sender claims adds no address whose words are quoted to him", () => {
  const [kims, claimed] = [{ email: "kim@else.test" }, { email: "pat@home.test", replyTo: "kim@else.test", newcomer: true }].map(
    ({ email, ...facts }, at) =>
      ({
        direction: "inbound",
        message: {
          id: `m${at}`,
          messageId: `<${at}@x>`,
          inReplyTo: "",
          references: [],
          replyTo: "",
          to: [],
          cc: [],
          ...facts,
          from: { name: "", email },
        },
      }) as unknown as ConversationEntry,
  );

  expect(entriesFor([kims!, claimed!], "pat@home.test", claimed).map(entryId)).toEqual(["m1"]);
});
