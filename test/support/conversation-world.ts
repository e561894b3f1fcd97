import { expect } from "vitest";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { type ForwardPorts, type ForwardRequest } from "#shared/threads/forward.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { ReplyRequest } from "#shared/threads/reply.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySuppressions } from "#test/support/memory/suppressions.ts";
import { unsubscribeLinks } from "#test/support/memory/sending.ts";

/** The account of the world. */
export const userId = ids.objectId();
/** Its conversation. */
export const threadId = ids.objectId();
/** An hour of its day. */
export const hour = (n: number) => new Date(Date.UTC(2026, 10, 20, n));

/** A received message of the mailbox; state only what matters. */
export const aMessage = (mailbox: Mailbox, facts: Partial<Message> = {}): Message => ({
  id: ids.objectId(),
  userId,
  mailboxId: mailbox.id,
  threadId,
  folder: "INBOX",
  uidValidity: "1",
  uid: 1,
  kind: "inbound",
  messageId: "<a@peer.test>",
  inReplyTo: "",
  references: [],
  from: { name: "Jane Doe", email: "jane@peer.test" },
  to: [{ name: "", email: mailbox.email }],
  cc: [],
  replyTo: "",
  subject: "Offer",
  snippet: "",
  replyText: "Is it still there?",
  bodyTruncated: false,
  attachments: [],
  isRead: false,
  receivedAt: hour(9),
  createdAt: hour(9),
  dedupeKey: ids.random(4),
  counterparts: ["jane@peer.test"],
  ...facts,
});

/** A mailbox with one conversation, in memory. */
export const aWorld = async (
  inbound: (mailbox: Mailbox) => readonly Message[],
  outbound: (mailbox: Mailbox) => readonly Send[] = () => [],
) => {
  const mailbox = aMailbox({ userId, email: "me@example.com", displayName: "Me" });
  const mailboxes = memoryMailboxes();
  await mailboxes.insert(mailbox, {});
  const [received, sent] = [inbound(mailbox), outbound(mailbox)];
  const accepted: Draft[] = [];
  /** The originals that were asked for once their follow-ups were accepted. */
  const asked: string[] = [];
  const thread = { id: threadId, userId, mailboxId: mailbox.id };
  const ports = {
    messages: {
      find: async (user, id) => received.find((message) => message.id === id && user === userId),
      ofThread: async () => received,
      bodies: async () => new Map(received.map(({ id, replyText: text }) => [id, { text: `${text}\n\n> older`, html: "", replyHtml: "" }])),
    },
    threads: { find: async (user, id) => (user === userId && id === threadId ? (thread as never) : undefined), sends: async () => sent },
    sends: {
      contents: async () => undefined,
      bodies: async () => new Map(sent.map(({ id }) => [id, { text: `Sent ${id}`, html: "" }])),
      endFollowUps: async (user, originals) => (user === userId && asked.push(...originals), []),
    },
    mailboxes,
    ips: { list: async () => [] },
    suppressions: memorySuppressions(),
    unsubscribeLinks,
    acceptedSends: { accept: async (_, drafts) => (accepted.push(...drafts), { count: drafts.length }) },
    wakeUps: { wake: async () => undefined },
    sanitize,
    clock: { now: () => hour(20) },
    ids,
    mailAccounts: { imap: async () => undefined, renew: async () => false },
    mailReader: { open: async () => expect.fail("nothing is fetched") },
  } satisfies ForwardPorts;
  return { mailbox, ports, received, sent, accepted, asked };
};

/** A reply as a client wants it. */
export const request = (facts: Partial<ReplyRequest> = {}): ReplyRequest => ({
  bodyText: "Yes, it is.",
  quoteTimezone: "UTC",
  ...facts,
});
/** A forward as a client wants it. */
export const forward = (facts: Partial<ForwardRequest> = {}): ForwardRequest => ({
  to: { name: "", email: "boss@peer.test" },
  ...facts,
});
