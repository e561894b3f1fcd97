import { isHeld, type Send, type SendBody } from "#shared/sending/send.ts";
import type { HistoryMessage } from "#shared/mail/write/compose/history.ts";
import type { Message, MessageBody } from "#shared/inbox/message.ts";
import { sentContent, bySortKey, outboundDate } from "./thread-facts.ts";
import type { Messages, ThreadKey } from "#shared/inbox/ports/messages.ts";
import type { Threads } from "./ports.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";

/** A message of a conversation, sent or received. */
export type ConversationEntry =
  | { readonly direction: "inbound"; readonly date: Date; readonly message: Message }
  | {
      readonly direction: "outbound";
      readonly date: Date;
      readonly send: Send;
      /** True when it waits for its scheduled time, or for another send's. */
      readonly isLater: boolean;
      /** True when it, or the send that it waits for, waits for approval. */
      readonly isHeld?: true;
    };

/** The dependencies of reading a conversation. */
export interface ConversationPorts {
  readonly messages: Pick<Messages, "ofThread" | "bodies">;
  readonly threads: Pick<Threads, "sends">;
  readonly sends: Pick<Sends, "bodies">;
}

/** The most messages, and the most sends, that are read of a thread, the newest. */
const CONVERSATION_MAX = 500;

/**
 * The messages of a thread by time; with `until` only those received up to then. Sends that have not left come last, in the order in which they will
 * leave, and behind them those that wait for approval; cancelled ones are left out.
 */
export const conversationOf = async (
  { messages, threads }: Pick<ConversationPorts, "messages" | "threads">,
  userId: string,
  thread: ThreadKey,
  until?: Date,
): Promise<readonly ConversationEntry[]> => {
  const [received, sent] = await Promise.all([
    messages.ofThread(userId, thread, CONVERSATION_MAX, until),
    threads.sends(userId, thread, CONVERSATION_MAX),
  ]);
  const byId = new Map(sent.map((send) => [send.id, send]));
  const entries: ConversationEntry[] = [
    ...received.map(receivedEntry),
    ...sent.map((send) => sentEntry(send, scheduledBefore(send, byId))),
  ];
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b) || bySortKey(sortKeyOf(a), sortKeyOf(b)));
};

const waitingStates: readonly Send["status"][] = ["scheduled", "queued", "processing"];

/** Whether it is a send that has not left yet and still may. */
export const isYetToLeave = (entry: { readonly direction: string; readonly send?: Pick<Send, "status"> }): boolean =>
  entry.send !== undefined && waitingStates.includes(entry.send.status);

/** 0 for what was exchanged, 1 for what has not left yet and still may, 2 for what waits for approval. */
const rankOf = (entry: ConversationEntry): number => {
  if (entry.direction === "inbound" || !isYetToLeave(entry)) return 0;
  return entry.isHeld ? 2 : 1;
};

/** The scheduled send that a follow-up without a time waits for, directly or through other follow-ups; the send itself when it is scheduled. */
const scheduledBefore = (send: Send | undefined, byId: ReadonlyMap<string, Send>): Send | undefined => {
  if (send?.status === "scheduled") return send;
  const waits = send?.waitsFor !== undefined && (send.status === "queued" || send.status === "processing");
  return waits ? scheduledBefore(byId.get(send.waitsFor), byId) : undefined;
};

/** A send as an entry; `first`: the scheduled send for which it waits, or itself when it is scheduled. */
export const sentEntry = (send: Send, first?: Send): ConversationEntry => ({
  direction: "outbound",
  date: first?.scheduledAt ?? outboundDate(send),
  send,
  isLater: first !== undefined,
  ...(first && isHeld(first) && { isHeld: true as const }),
});

/** A received message as an entry. */
export const receivedEntry = (message: Message): ConversationEntry => ({ direction: "inbound", date: message.receivedAt, message });

const sortKeyOf = (entry: ConversationEntry) => {
  const { id, createdAt } = entry.direction === "inbound" ? entry.message : entry.send;
  return { id, createdAt, date: entry.date };
};

/** The id of the message or of the send. */
export const entryId = (entry: ConversationEntry): string => sortKeyOf(entry).id;

/**
 * Whether both sides have the message or will have it before an email that is accepted now; false for a failed send, and for one that waits for its
 * time.
 */
export const isExchanged = (entry: ConversationEntry): boolean =>
  entry.direction === "inbound" || (entry.send.status !== "failed" && !entry.isLater);

/** The ids of the sends and of the messages among the entries, for reading their bodies. */
export const idsByDirection = (entries: readonly ConversationEntry[]) => ({
  inbound: entries.flatMap((entry) => (entry.direction === "inbound" ? [entry.message.id] : [])),
  outbound: entries.flatMap((entry) => (entry.direction === "outbound" ? [entry.send.id] : [])),
});

/** A received message to quote (only its new content) or to forward (`whole`). */
const receivedAsHistory = (message: Message, body: MessageBody | undefined, whole: boolean): HistoryMessage => ({
  from: message.from,
  to: message.to,
  cc: message.cc,
  date: message.receivedAt,
  subject: message.subject,
  text: whole ? (body?.text ?? "") : message.replyText,
  ...(whole && body?.flow && { flow: body.flow }),
  html: whole ? (body?.html ?? "") : (body?.replyHtml ?? ""),
  attachments: message.attachments,
  messageId: message.messageId,
  references: message.references.length > 0 || message.inReplyTo === "" ? message.references : [message.inReplyTo],
});

/** A sent message in the form for quoting and forwarding. */
export const sentAsHistory = (send: Send, { text, html }: SendBody = { text: "", html: "" }, whole = false): HistoryMessage => {
  const shown = whole ? { text, html } : sentContent(send, { text, html });
  return {
    from: { name: send.fromName, email: send.fromEmail },
    to: [{ name: send.toName ?? "", email: send.toEmail }],
    cc: send.cc ?? [],
    // An email that waits for its time is quoted with that time, when its recipient will get it.
    date: send.sentAt ?? send.scheduledAt ?? send.createdAt,
    subject: send.subject,
    text: shown.text,
    html: shown.html,
    attachments: (send.attachments ?? []).map(({ name, size }) => ({ filename: name, size })),
    // The recipients know it by the Message-ID that the provider gave it.
    messageId: send.providerMessageId ?? send.messageId,
    references: send.providerMessageId === undefined ? send.references : [...send.references, send.messageId],
  };
};

/** The entries with their bodies, in the form for quoting and forwarding; those at which `wholeAt` is true keep their quotes. */
export const asHistory = async (
  { messages, sends }: Pick<ConversationPorts, "messages" | "sends">,
  userId: string,
  entries: readonly ConversationEntry[],
  wholeAt: (index: number) => boolean,
): Promise<readonly HistoryMessage[]> => {
  const ids = idsByDirection(entries);
  const [received, sent] = await Promise.all([messages.bodies(userId, ids.inbound), sends.bodies(userId, ids.outbound)]);
  return entries.map((entry, i) =>
    entry.direction === "inbound"
      ? receivedAsHistory(entry.message, received.get(entry.message.id), wholeAt(i))
      : sentAsHistory(entry.send, sent.get(entry.send.id), wholeAt(i)),
  );
};
