import { useSignalEffect } from "@preact/signals";
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/preact-query";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Thread, ThreadList } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { latestEvents, type News, newsIn, readElsewhere } from "../../data/live.ts";
import { readPeople } from "../../data/people.ts";
import { queries } from "../../data/queries.ts";
import { byAge, type Filter, fits, queriesOf } from "./filter.ts";

type Pages = InfiniteData<ThreadList, string>;

const ROWS = 100;
/** The most pages of each kind that are searched for conversations that need an answer: this list is shown whole, the oldest first. */
const WHOLE_PAGES = 5;
/** Its own resource: an event would read every page again, and `refresh` reads the first alone. */
const keyOf = (filter: Filter) => ["inbox", filter] as const;

/** Each conversation once, at its first place: one that has moved up is still in a page that was read before. */
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

const ageOf = ({ last_message_at = "" }: Thread): string => last_message_at;

/** Every conversation of a list that is shown whole; `next_cursor` is there when it has more. */
const wholeOf = async (filter: Filter, signal?: AbortSignal): Promise<ThreadList> => {
  const lists = queriesOf(filter).map(async (query): Promise<readonly ThreadList[]> => {
    const pages: ThreadList[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined && pages.length < WHOLE_PAGES) {
      const page: ThreadList = await client.threads.list(
        { ...query, limit: 2 * ROWS, ...(cursor !== "" && { cursor }) },
        signal ? { signal } : {},
      );
      pages.push(page);
      cursor = page.next_cursor;
    }
    return pages;
  });
  const pages = (await Promise.all(lists)).flat();
  return { threads: once(pages).toSorted(byAge), limit: ROWS, offset: 0 };
};

const pageOf = async (filter: Filter, cursor: string, signal?: AbortSignal): Promise<ThreadList> => {
  if (filter.view === "needs_answer") return wholeOf(filter, signal);
  const [query] = queriesOf(filter);
  return client.threads.list({ ...query, limit: ROWS, ...(cursor !== "" && { cursor }) }, signal ? { signal } : {});
};

const update = (filter: Filter, change: (pages: readonly ThreadList[]) => ThreadList[]): void =>
  void queries.setQueryData<Pages>(keyOf(filter), (old) => old && { ...old, pages: change(old.pages) });

/** Updates a changed conversation in its row. */
export const showThread = (filter: Filter, thread: Thread): void =>
  update(filter, (pages) =>
    pages.map((page) => ({ ...page, threads: page.threads.map((row) => (row.id === thread.id ? { ...row, ...thread } : row)) })),
  );

/** How many rows are read after an event: the rows that it changed are at the top. */
const NEWS = 20;

/** A row with the work that is newer than its own. */
const worked = (row: Thread, { work }: News): Thread => {
  const newer = work.get(row.id);
  if (newer === undefined || newer.revision < row.revision) return row;
  const { snoozed_until: _, ...others } = row;
  return { ...others, ...newer };
};

/**
 * Reads the newest conversations and puts them on top. A conversation that no longer matches the filter is removed, except the open one. After news
 * only a few are read: an email takes its conversation to the top, while a change of its work leaves it where it is, however far below.
 */
export const refresh = async (filter: Filter, open = "", news?: News): Promise<void> => {
  const stillFits = (row: Thread): boolean => row.id === open || news?.work.has(row.id) !== true || fits(filter, row);
  if (news)
    update(filter, (pages) => pages.map((page) => ({ ...page, threads: page.threads.map((row) => worked(row, news)).filter(stillFits) })));
  const limit = news === undefined || news.emails.size > NEWS ? ROWS : NEWS;
  const pages = await Promise.all(queriesOf(filter).map(async (query) => client.threads.list({ ...query, limit })));
  const fresh = { threads: once(pages), limit, offset: 0 };
  const oldest =
    pages
      .map(({ threads, next_cursor }) => (next_cursor === undefined ? "" : ageOf(threads.at(-1)!)))
      .toSorted()
      .at(-1) ?? "";
  const stays = (row: Thread): boolean => row.id === open || (news?.emails.has(row.id) !== true && ageOf(row) <= oldest);
  update(filter, ([first, ...others]) => {
    if (!first) return [];
    const rows = once([fresh, { ...first, threads: first.threads.filter(stays) }]);
    return [{ ...first, threads: rows.toSorted(filter.view === "needs_answer" ? byAge : (a, b) => byAge(b, a)) }, ...others];
  });
};

/** The conversations of a filter, page by page, kept current by the feed. An outdated search is aborted. */
export const useThreads = (filter: Filter, open: string) => {
  const query = useInfiniteQuery({
    queryKey: keyOf(filter),
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }): Promise<ThreadList> => pageOf(filter, pageParam, signal),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const current = useRef({ filter, open });
  current.current = { filter, open };
  const seen = useRef(latestEvents.peek()[0]?.sequence);
  useSignalEffect(() => {
    const last = seen.current;
    const { emails, work } = newsIn(latestEvents.value.filter(({ sequence }) => last === undefined || sequence > last));
    seen.current = latestEvents.value[0]?.sequence ?? last;
    if (emails.size === 0 && work.size === 0) return;
    // What the feed begins with happened before the list was read: it takes nothing away.
    const news = { emails: last === undefined ? new Set<string>() : emails, work };
    void refresh(current.current.filter, current.current.open, news).catch(() => undefined);
  });
  const marked = useRef(readElsewhere.peek());
  useSignalEffect(() => {
    if (readElsewhere.value === marked.current) return;
    marked.current = readElsewhere.value;
    void refresh(current.current.filter, current.current.open).catch(() => undefined);
  });
  const { data, error, isPending, isPlaceholderData, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const rows = useMemo(() => once(data?.pages ?? []), [data]);
  useEffect(() => void readPeople(), [data?.pages.length]);
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
