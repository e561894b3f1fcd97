import { notFound } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import type { MessageFilter, Messages, ThreadIds, MessageSearch } from "./ports/messages.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Page } from "#shared/platform/ports.ts";
import { type ShownMessage, withBodies, withoutBodies } from "./fit-page.ts";
import type { SyncReport } from "./pull/sync-mailbox.ts";

/** The ids that a filter of messages or threads may name. */
export type FilterIds = Pick<MessageFilter, "mailboxId" | "threadId" | "emailJobId">;

/** The dependencies of checking a filter's ids. */
export interface FilterPorts {
  readonly messages: Pick<Messages, "list">;
  readonly threads: ThreadIds;
  readonly sends: Pick<Sends, "find">;
  readonly mailboxes: Pick<Mailboxes, "find">;
}

/** Whether the account has, or had, the mailbox: a deleted one's mail stays readable. */
const knowsMailbox = async ({ mailboxes, messages }: FilterPorts, userId: string, mailboxId: string): Promise<boolean> =>
  (await mailboxes.find(userId, mailboxId)) !== undefined ||
  (await messages.list(userId, { mailboxId }, { limit: 1, offset: 0 })).length > 0;

/** Checks a filter's ids, and replaces the id of a merged thread by the current one. Throws 404 for an id that the account does not have. */
export const resolveFilter = async <F extends FilterIds>(ports: FilterPorts, userId: string, filter: F): Promise<F> => {
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

/** The dependencies of listing messages. */
export interface ListMessagesPorts extends FilterPorts {
  readonly messages: Pick<Messages, "list" | "bodies">;
  readonly search: Pick<MessageSearch, "messages">;
  readonly mailboxes: Pick<Mailboxes, "find" | "list">;
  /** Pulls the account's mailboxes now; never fails (`pull/fresh-pull.ts`). */
  readonly freshPull: (userId: string, mailboxes: readonly Mailbox[]) => Promise<readonly SyncReport[]>;
}

/** The parameters of GET /v1/inbox/messages. */
export interface MessagesRequest {
  readonly filter: MessageFilter;
  /** Words that a message must all contain. */
  readonly query?: string | undefined;
  readonly page: Page;
  readonly includeBodies: boolean;
  readonly fresh: boolean;
  /** The ids of the mailboxes that the answer may show; undefined: all of the account. */
  readonly within?: () => Promise<readonly string[] | undefined>;
}

/** A page of inbound messages, newest first; with `fresh`, the mailboxes concerned are pulled first. Throws 404, 429. */
export const listMessages = async (
  ports: ListMessagesPorts,
  userId: string,
  request: MessagesRequest,
): Promise<{ readonly messages: readonly ShownMessage[]; readonly sync?: readonly SyncReport[] }> => {
  const settled = async (): Promise<MessageFilter> => ({
    ...(await resolveFilter(ports, userId, request.filter)),
    mailboxIds: await request.within?.(),
  });
  let filter = await settled();
  const sync = request.fresh ? await ports.freshPull(userId, await considered(ports, userId, filter)) : undefined;
  // The pull may have merged the thread into another, and taken so long that a mailbox has another tenant.
  if (sync) filter = await settled();
  const { query, page: wanted } = request;
  const page = await (query === undefined
    ? ports.messages.list(userId, filter, wanted)
    : ports.search.messages(userId, query, filter, wanted));
  const messages = request.includeBodies ? await withBodies(ports.messages, userId, page) : withoutBodies(page);
  return { messages, ...(sync && { sync }) };
};

/** The mailboxes to pull: those that the answer may show. */
const considered = async (
  { mailboxes }: Pick<ListMessagesPorts, "mailboxes">,
  userId: string,
  { mailboxId, mailboxIds }: Pick<MessageFilter, "mailboxId" | "mailboxIds">,
) => {
  const found = mailboxId === undefined ? await mailboxes.list(userId) : [await mailboxes.find(userId, mailboxId)];
  return found.flatMap((mailbox) => (mailbox && (mailboxIds?.includes(mailbox.id) ?? true) ? [mailbox] : []));
};
