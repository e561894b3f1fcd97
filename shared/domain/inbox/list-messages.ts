import type { Mailboxes } from "../mailboxes/ports.ts";
import type { Page } from "../ports.ts";
import { type ShownMessage, withBodies, withoutBodies } from "./fit-page.ts";
import { freshPull, type FreshPorts } from "./pull/fresh-pull.ts";
import type { MessageFilter, Messages } from "./ports/messages.ts";
import type { MessageSearch } from "./ports/message-search.ts";
import { type FilterPorts, settleFilter } from "./settle-filter.ts";
import type { SyncReport } from "./pull/sync-mailbox.ts";

/** The ports of listing messages. */
export interface ListMessagesPorts extends FilterPorts, FreshPorts {
  readonly messages: Pick<Messages, "list" | "bodies">;
  readonly search: Pick<MessageSearch, "messages" | "index">;
  readonly mailboxes: Pick<Mailboxes, "find" | "list" | "note">;
}

/** The parameters of GET /v1/inbox/messages. */
export interface MessagesRequest {
  readonly filter: MessageFilter;
  /** Words that a message must contain, all of them. */
  readonly query?: string | undefined;
  readonly page: Page;
  readonly includeBodies: boolean;
  readonly fresh: boolean;
}

/** A page of inbound messages, newest first; with `fresh`, the mailboxes concerned are pulled first. Throws 404, 429. */
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
