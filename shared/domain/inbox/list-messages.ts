import { notFound } from "../errors.ts";
import type { Mailboxes } from "../mailboxes/ports.ts";
import type { Page, Slots } from "../ports.ts";
import type { Sends } from "../sending/ports/sends.ts";
import { type ShownMessage, withBodies, withoutBodies } from "./fit-page.ts";
import { freshPull } from "./pull/fresh-pull.ts";
import type { MessageFilter, Messages, ThreadIds } from "./ports/messages.ts";
import type { MessageSearch } from "./ports/message-search.ts";
import type { SyncPorts, SyncReport } from "./pull/sync-mailbox.ts";

/** The ids that a filter of messages or threads may name. */
export type FilterIds = Pick<MessageFilter, "mailboxId" | "threadId" | "emailJobId">;

/** What a filter's ids are looked up in. */
export interface FilterPorts {
  readonly messages: Pick<Messages, "list">;
  readonly threads: ThreadIds;
  readonly sends: Pick<Sends, "find">;
  readonly mailboxes: Pick<Mailboxes, "find">;
}

/** The ports of listing messages. */
export interface ListMessagesPorts extends FilterPorts, SyncPorts {
  readonly messages: Pick<Messages, "list" | "bodies">;
  readonly search: Pick<MessageSearch, "messages" | "index">;
  readonly mailboxes: Pick<Mailboxes, "find" | "list" | "note">;
  readonly slots: Slots;
}

/** Whether the account has, or had, the mailbox: a deleted one's mail stays readable. */
const knowsMailbox = async ({ mailboxes, messages }: FilterPorts, userId: string, mailboxId: string): Promise<boolean> =>
  (await mailboxes.find(userId, mailboxId)) !== undefined ||
  (await messages.list(userId, { mailboxId }, { limit: 1, offset: 0 })).length > 0;

/** The filter with the living thread for a merged one. 404 for ids that the account does not have: nothing distinguishes them from absent ones. */
export const settleFilter = async <F extends FilterIds>(ports: FilterPorts, userId: string, filter: F): Promise<F> => {
  const { mailboxId, threadId, emailJobId } = filter;
  const [known, thread, send] = await Promise.all([
    mailboxId === undefined || knowsMailbox(ports, userId, mailboxId),
    threadId === undefined ? undefined : ports.threads.find(userId, threadId),
    emailJobId === undefined ? undefined : ports.sends.find(userId, emailJobId),
  ]);
  if (!known) throw notFound("Mailbox");
  if (threadId !== undefined && !thread) throw notFound("Thread");
  if (emailJobId !== undefined && !send) throw notFound("Send");
  return thread ? { ...filter, threadId: thread.id } : filter;
};

/** What GET /v1/inbox/messages asks for. */
export interface MessagesRequest {
  readonly filter: MessageFilter;
  /** Words that the messages must hold, all of them. */
  readonly query?: string | undefined;
  readonly page: Page;
  readonly includeBodies: boolean;
  readonly fresh: boolean;
}

/** A page of inbound messages, newest first; with `fresh` the considered mailboxes are pulled before. Throws 404, 429. */
export const listMessages = async (
  ports: ListMessagesPorts,
  userId: string,
  request: MessagesRequest,
): Promise<{ readonly messages: readonly ShownMessage[]; readonly sync?: readonly SyncReport[] }> => {
  let filter = await settleFilter(ports, userId, request.filter);
  const sync = request.fresh ? await freshPull(ports, userId, await considered(ports, userId, filter.mailboxId)) : undefined;
  // The pull may have merged the thread into another.
  if (sync) filter = await settleFilter(ports, userId, request.filter);
  const { query, page: wanted } = request;
  const page = await (query === undefined
    ? ports.messages.list(userId, filter, wanted)
    : ports.search.messages(userId, query, filter, wanted));
  const messages = request.includeBodies ? await withBodies(ports.messages, userId, page) : withoutBodies(page);
  return { messages, ...(sync && { sync }) };
};

const considered = async ({ mailboxes }: Pick<ListMessagesPorts, "mailboxes">, userId: string, mailboxId: string | undefined) => {
  if (mailboxId === undefined) return mailboxes.list(userId);
  const mailbox = await mailboxes.find(userId, mailboxId);
  return mailbox ? [mailbox] : [];
};
