import { type FilterPorts, resolveFilter } from "#shared/inbox/list-messages.ts";
import type { MessageSearch, ThreadKey } from "#shared/inbox/ports/messages.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { ThreadFilter, Threads } from "./ports.ts";
import type { Thread } from "./thread.ts";
import { notFound } from "#shared/platform/errors.ts";
import { ANSWER_BYTES, answerBytes } from "#shared/mail/text.ts";
import type { SendBody } from "#shared/sending/send.ts";
import { type ConversationEntry, conversationOf, type ConversationPorts, idsByDirection, isYetToLeave } from "./conversation.ts";
import { type ShownMessage, withBodies } from "#shared/inbox/fit-page.ts";
import { sentContent } from "./thread-facts.ts";
import { type Note, type Notes, NOTES_SHOWN } from "./notes.ts";

/** The dependencies of listing conversations. */
interface ListThreadsPorts extends FilterPorts {
  readonly threads: Pick<Threads, "find" | "list">;
  readonly search: Pick<MessageSearch, "threadIds">;
}

/** A page of conversations, the latest first; with a query, only those with matching messages. Throws 404. */
export const listThreads = async (
  ports: ListThreadsPorts,
  userId: string,
  request: ThreadFilter & { readonly query?: string | undefined },
  page: Page,
): Promise<readonly Thread[]> => {
  const { query, ...filter } = await resolveFilter(ports, userId, request);
  const ids = query === undefined ? undefined : await ports.search.threadIds(userId, query, filter.mailboxIds);
  return ports.threads.list(userId, { ...filter, ids }, page);
};

/** A message of the thread view, with its bodies. */
export type ViewedEntry =
  | { readonly direction: "inbound"; readonly date: Date; readonly message: ShownMessage }
  | (Extract<ConversationEntry, { direction: "outbound" }> & {
      readonly body: SendBody;
      readonly newContent: SendBody;
      readonly snippet: string;
    })
  | { readonly direction: "note"; readonly date: Date; readonly note: Note };

/** The most messages that a thread view shows, the newest. */
const VIEW_MAX = 500;
/** The size of a sent mail without its texts, bytes: ids, addresses, dates and field names. */
const BARE_BYTES = 2_000;

const none: SendBody = { html: "", text: "" };

/** The dependencies of viewing a thread. */
export interface ViewPorts extends ConversationPorts {
  readonly threads: Pick<Threads, "find" | "sends">;
  readonly notes: Pick<Notes, "list">;
}

/**
 * A thread, its conversation and its newest notes, read at once. One that others were merged into is read again with their ids, which the thread
 * names.
 */
const threadWithEntries = async (ports: ViewPorts, userId: string, id: string) => {
  const read = (key: ThreadKey) =>
    Promise.all([conversationOf(ports, userId, key), ports.notes.list(userId, key, { limit: NOTES_SHOWN, offset: 0 })]);
  const [thread, alone] = await Promise.all([ports.threads.find(userId, id), read({ id, aliasIds: [] })]);
  if (!thread) throw notFound("Thread");
  const isWhole = thread.id === id && thread.aliasIds.length === 0;
  const [entries, notes] = isWhole ? alone : await read(thread);
  return { thread, entries, notes };
};

/** The notes among the mail, each before the first later one; mail that waits to be sent stays last. */
const withNotes = (entries: readonly ViewedEntry[], notes: readonly Note[]): readonly ViewedEntry[] => {
  const exchanged = entries.filter((entry) => !isYetToLeave(entry));
  const noted = notes.map((note) => ({ direction: "note" as const, date: note.createdAt, note }));
  const shown = [...exchanged, ...noted].toSorted((a, b) => a.date.getTime() - b.date.getTime());
  return [...shown, ...entries.filter(isYetToLeave)];
};

/** A thread with its messages and notes, oldest first; when the bodies do not fit into an answer, the oldest are shortened first. Throws 404. */
export const viewThread = async (
  ports: ViewPorts,
  userId: string,
  id: string,
): Promise<{ readonly thread: Thread; readonly entries: readonly ViewedEntry[] }> => {
  const { thread, entries: all, notes } = await threadWithEntries(ports, userId, id);
  // Sent and received mail get half each of what notes leave of an answer.
  const halfBytes = (ANSWER_BYTES - notes.reduce((sum, { text }) => sum + BARE_BYTES + 2 * answerBytes(text), 0)) / 2;
  const entries = all.slice(-VIEW_MAX).toReversed();
  const received = entries.flatMap((entry) => (entry.direction === "inbound" ? [entry.message] : []));
  const { outbound } = idsByDirection(entries);
  const [whole, sent] = await Promise.all([
    withBodies(ports.messages, userId, received, halfBytes),
    outbound.length > 0 ? ports.sends.bodies(userId, outbound) : new Map<string, SendBody>(),
  ]);
  const shown = new Map(whole.map((message) => [message.id, message]));
  const bare = entries.map((entry) => (entry.direction === "outbound" ? BARE_BYTES + answerBytes(entry.send.subject) : 0));
  let left = halfBytes - bare.reduce((sum, bytes) => sum + bytes, 0);
  const viewed = entries.map((entry): ViewedEntry => {
    if (entry.direction === "inbound") return { ...entry, message: shown.get(entry.message.id) ?? entry.message };
    const body = sent.get(entry.send.id) ?? none;
    const added = sentContent(entry.send, body);
    left -= answerBytes(body.text, body.html, added.text, added.html);
    const fits = left >= 0;
    return { ...entry, body: fits ? body : none, newContent: fits ? added : none, snippet: added.snippet };
  });
  return { thread, entries: withNotes(viewed.toReversed(), notes) };
};
