import { t } from "./language.ts";
import { QueryClient, type QueryKey, useInfiniteQuery, useMutation, useQuery } from "@tanstack/preact-query";
import type { Pages } from "../../client/index.ts";
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { toast } from "../ui/toast.tsx";

/** The cache of answers: kept for half a minute, and read again when an event reports a change (live.ts). */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
});

/** The message of an error, in the API's words. */
export const wordsOf = (error: unknown): string => {
  const { message = t("Something went wrong") } = (error ?? {}) as Partial<Error>;
  return message.replace(/^\d{3} /, "");
};

/** The bad fields that the API named, by field; for Field's `error`. */
export const fieldsOf = (error: unknown): Readonly<Record<string, string>> => {
  const { details } = (error ?? {}) as { readonly details?: unknown };
  if (!Array.isArray(details)) return {};
  return Object.fromEntries((details as readonly { field: string; message: string }[]).map(({ field, message }) => [field, message]));
};

/** One record or answer. Its key begins with the resource's name: `["mailboxes", id]`. While `read` is undefined nothing is requested. */
export const useRecord = <T>(key: QueryKey, read: (() => Promise<T>) | undefined) =>
  useQuery<T>({ queryKey: key, enabled: read !== undefined, queryFn: () => read!() });

/** Counts the page's own changes; after one, live.ts looks for its consequences soon. */
export const lastChange = signal(0);

interface PageRead<Page> {
  readonly page: Page | undefined;
  readonly more: AsyncIterator<Page> | undefined;
}

/** A list in pages, such as `() => client.sends.list({ status: "failed" })`, with `rows` of a page; `more()` reads the next page. */
export const useList = <Row, Page>(key: QueryKey, read: () => Pages<Row, Page>, rows: (page: Page) => readonly Row[]) => {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as AsyncIterator<Page> | undefined,
    queryFn: async ({ pageParam = read().pages()[Symbol.asyncIterator]() }): Promise<PageRead<Page>> => {
      const { value, done } = await pageParam.next();
      return done === true ? { page: undefined, more: undefined } : { page: value, more: pageParam };
    },
    getNextPageParam: ({ more }) => more,
    // Each page contains the cursor of the next one.
    structuralSharing: false,
  });
  const { data, error, isPending, isFetchingNextPage, hasNextPage } = query;
  return {
    rows: data?.pages.flatMap(({ page }) => (page === undefined ? [] : rows(page))) ?? [],
    error,
    isPending,
    isReadingMore: isFetchingNextPage,
    hasMore: hasNextPage && error === null,
    more: (): void => {
      if (!isFetchingNextPage && hasNextPage && error === null) void query.fetchNextPage();
    },
    /** Reads the list again from its first page. */
    again: (): void => void query.refetch(),
  };
};

/** Facts of an action. */
interface ActionFacts<T> {
  /** What the toast says when it is done. */
  readonly done?: string | ((answer: T) => string);
  /** The keys of the queries that it changes, such as `["mailboxes"]`; they are read again. */
  readonly changes?: readonly QueryKey[];
  readonly onDone?: (answer: T) => void;
  /** True when the form shows the error itself instead of a toast. */
  readonly showsError?: boolean;
}

/**
 * A change: `run(input)` calls the API; `isRunning`, `error` and `reset` describe the call. The same input runs once at a time: a second click or key
 * does nothing meanwhile. The client sets an Idempotency-Key for each call and repeats what may be repeated; an answer to an email has its own key
 * (conversation/).
 */
export const useAction = <Input = void, T = unknown>(
  change: (input: Input) => Promise<T>,
  { done, changes = [], onDone, showsError = false }: ActionFacts<T> = {},
) => {
  // The library adopts a new function only after painting, so an old one would lack the latest input.
  const latest = useRef(change);
  latest.current = change;
  const running = useRef(new Set<string>());
  const mutation = useMutation<T, Error, Input>({
    mutationFn: (input) => latest.current(input),
    onSuccess: async (answer) => {
      if (done !== undefined) toast(typeof done === "string" ? done : done(answer));
      lastChange.value += 1;
      onDone?.(answer);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (!showsError) toast(wordsOf(error), "bad");
    },
    onSettled: (_answer, _error, input) => void running.current.delete(JSON.stringify(input) ?? ""),
  });
  return {
    run: (input: Input): void => {
      const name = JSON.stringify(input) ?? "";
      if (running.current.has(name)) return;
      running.current.add(name);
      mutation.mutate(input);
    },
    isRunning: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  };
};
