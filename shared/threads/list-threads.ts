import { type FilterPorts, resolveFilter } from "#shared/inbox/list-messages.ts";
import type { MessageSearch } from "#shared/inbox/ports/messages.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { ThreadFilter, Threads } from "./ports.ts";
import type { Thread } from "./thread.ts";

/** The ports of listing conversations. */
export interface ListThreadsPorts extends FilterPorts {
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
