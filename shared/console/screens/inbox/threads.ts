import { useSignalEffect } from "@preact/signals";
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/preact-query";
import { useMemo, useRef } from "preact/hooks";
import type { Thread, ThreadList } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { latestEvents } from "../../data/live.ts";
import { queries, useRecord } from "../../data/queries.ts";
import type { Filter } from "./filter.ts";

type Pages = InfiniteData<ThreadList, string>;

const ROWS = 100;
/** Its own resource: an event would read every page again, and `refresh` reads the first alone. */
const keyOf = (filter: Filter) => ["inbox", filter] as const;

/** Each conversation once, where it stands first: one that has moved up is still in a page that was read before. */
const once = (pages: readonly ThreadList[]): Thread[] => {
  const [rows, seen]: [Thread[], Set<string>] = [[], new Set()];
  for (const { threads } of pages)
    for (const row of threads)
      if (!seen.has(row.id)) {
        seen.add(row.id);
        rows.push(row);
      }
  return rows;
};

const update = (filter: Filter, change: (pages: readonly ThreadList[]) => ThreadList[]): void =>
  void queries.setQueryData<Pages>(keyOf(filter), (old) => old && { ...old, pages: change(old.pages) });

/** Shows a changed conversation in its row. */
export const showThread = (filter: Filter, thread: Thread): void =>
  update(filter, (pages) =>
    pages.map((page) => ({ ...page, threads: page.threads.map((row) => (row.id === thread.id ? { ...row, ...thread } : row)) })),
  );

/** Reads the newest conversations and puts them above the others. */
export const refresh = async (filter: Filter): Promise<void> => {
  const fresh = await client.threads.list({ ...filter, limit: ROWS });
  update(filter, ([first, ...others]) => (first ? [{ ...first, threads: once([fresh, first]) }, ...others] : []));
};

/** The conversations under a filter, page by page, kept current by the feed. A search that is no longer wanted is aborted. */
export const useThreads = (filter: Filter) => {
  const query = useInfiniteQuery({
    queryKey: keyOf(filter),
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }): Promise<ThreadList> =>
      client.threads.list({ ...filter, limit: ROWS, ...(pageParam !== "" && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const current = useRef(filter);
  current.current = filter;
  const seen = useRef(latestEvents.peek());
  useSignalEffect(() => {
    if (latestEvents.value === seen.current) return;
    seen.current = latestEvents.value;
    void refresh(current.current).catch(() => undefined);
  });
  const { data, error, isPending, isPlaceholderData, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const rows = useMemo(() => once(data?.pages ?? []), [data]);
  return {
    rows,
    error,
    isPending,
    isChanging: isPlaceholderData,
    hasMore: hasNextPage,
    more: (): void => {
      if (hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage();
    },
    again: (): void => void refetch(),
  };
};

/** The most unread conversations that are counted. */
const COUNTED = 200;

/** How many conversations are unread, in all and by mailbox: "3", or "200+" where more are. */
export const useUnread = (): { readonly all: string; readonly of: (mailboxId: string) => string } => {
  const { data } = useRecord(["threads", "unread"], async () => client.threads.list({ unread: true, limit: COUNTED }));
  const shown = (rows: readonly Thread[] = []): string => {
    if (rows.length === 0) return "";
    return `${rows.length}${data?.next_cursor === undefined ? "" : "+"}`;
  };
  return { all: shown(data?.threads), of: (id) => shown(data?.threads.filter(({ mailbox_id }) => mailbox_id === id)) };
};
