import { notFound } from "#shared/platform/errors.ts";
import { ANSWER_BYTES, answerBytes } from "#shared/mail/text.ts";
import type { SendBody } from "#shared/sending/send.ts";
import { type ConversationEntry, conversationOf, type ConversationPorts, idsByDirection } from "./conversation.ts";
import { type ShownMessage, withBodies } from "#shared/inbox/fit-page.ts";
import { sentContent } from "./thread-facts.ts";
import type { Threads } from "./ports.ts";
import type { Thread } from "./thread.ts";

/** A message of the thread view, with its bodies. */
export type ViewedEntry =
  | { readonly direction: "inbound"; readonly date: Date; readonly message: ShownMessage }
  | (Extract<ConversationEntry, { direction: "outbound" }> & {
      readonly body: SendBody;
      readonly newContent: SendBody;
      readonly snippet: string;
    });

/** The most messages that a thread view shows, the newest. */
const VIEW_MAX = 500;
/** Sent and received mail get half each of what an answer can hold. */
const HALF_BYTES = ANSWER_BYTES / 2;
/** The size of a sent mail without its texts, bytes: ids, addresses, dates and field names. */
const BARE_BYTES = 2_000;

const none: SendBody = { html: "", text: "" };

/** The ports of viewing a thread. */
export interface ViewPorts extends ConversationPorts {
  readonly threads: Pick<Threads, "find" | "sends">;
}

/** A thread and its conversation, read at once. One that others were merged into is read again with their ids, which the thread names. */
const threadWithEntries = async (ports: ViewPorts, userId: string, id: string) => {
  const [thread, entries] = await Promise.all([ports.threads.find(userId, id), conversationOf(ports, userId, { id, aliasIds: [] })]);
  if (!thread) throw notFound("Thread");
  const isWhole = thread.id === id && thread.aliasIds.length === 0;
  return { thread, entries: isWhole ? entries : await conversationOf(ports, userId, thread) };
};

/** A thread with its messages, oldest first; when the bodies do not fit into an answer, the oldest are shortened first. Throws 404. */
export const viewThread = async (
  ports: ViewPorts,
  userId: string,
  id: string,
): Promise<{ readonly thread: Thread; readonly entries: readonly ViewedEntry[] }> => {
  const { thread, entries: all } = await threadWithEntries(ports, userId, id);
  const entries = all.slice(-VIEW_MAX).toReversed();
  const received = entries.flatMap((entry) => (entry.direction === "inbound" ? [entry.message] : []));
  const { outbound } = idsByDirection(entries);
  const [whole, sent] = await Promise.all([
    withBodies(ports.messages, userId, received, HALF_BYTES),
    outbound.length > 0 ? ports.sends.bodies(userId, outbound) : new Map<string, SendBody>(),
  ]);
  const shown = new Map(whole.map((message) => [message.id, message]));
  const bare = entries.map((entry) => (entry.direction === "outbound" ? BARE_BYTES + answerBytes(entry.send.subject) : 0));
  let left = HALF_BYTES - bare.reduce((sum, bytes) => sum + bytes, 0);
  const viewed = entries.map((entry): ViewedEntry => {
    if (entry.direction === "inbound") return { ...entry, message: shown.get(entry.message.id) ?? entry.message };
    const body = sent.get(entry.send.id) ?? none;
    const added = sentContent(entry.send, body);
    left -= answerBytes(body.text, body.html, added.text, added.html);
    const fits = left >= 0;
    return { ...entry, body: fits ? body : none, newContent: fits ? added : none, snippet: added.snippet };
  });
  return { thread, entries: viewed.toReversed() };
};
