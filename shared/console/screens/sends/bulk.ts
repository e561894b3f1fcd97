import type { CancelAnswer, CancelRequest, Send, SendChanges } from "../../../client/index.ts";

/** The result for one of many sends; `problem` is "" when it succeeded. */
export interface Done {
  readonly id: string;
  readonly problem: string;
}

/** The most ids of a cancel request. */
const IDS_MAX = 1_000;
/** How many sends are moved at the same time. */
const AT_ONCE = 6;

const chunksOf = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/** An error in the API's words, without the status; a conflict's say in which state the send is. */
const problemOf = (error: unknown): string => {
  const { message = String(error), details } = error as { readonly message?: string; readonly details?: unknown };
  return `${message.replace(/^\d{3} /, "")}${typeof details === "string" ? `: ${details}` : ""}`;
};

/** Cancels sends, a thousand at a time; a failed request is the problem of its sends only. */
export const cancelAll = async (
  cancel: (request: CancelRequest) => Promise<CancelAnswer>,
  ids: readonly string[],
): Promise<readonly Done[]> => {
  const done: Done[] = [];
  for (const chunk of chunksOf(ids, IDS_MAX)) {
    const results = await cancel({ ids: chunk }).then(
      (answer) => answer.results.map(({ id, error }) => ({ id, problem: error })),
      (error: unknown) => chunk.map((id) => ({ id, problem: problemOf(error) })),
    );
    done.push(...results);
  }
  return done;
};

/** The result for the sends with some metadata. */
export interface CancelledMatching {
  readonly cancelled: number;
  /** How many could not be cancelled yet, because a worker holds them. */
  readonly remaining: number;
}

/** Cancels all waiting sends with these metadata pairs, a thousand at a time; ends when no request cancels any more. */
export const cancelMatching = async (
  cancel: (request: CancelRequest) => Promise<CancelAnswer>,
  metadata: Record<string, string>,
): Promise<CancelledMatching> => {
  for (let cancelled = 0; ;) {
    const { results, remaining } = await cancel({ metadata });
    const now = results.filter(({ error }) => error === "").length;
    cancelled += now;
    if (remaining === 0 || now === 0) return { cancelled, remaining };
  }
};

/** Moves sends to another time, a few at the same time; the order of the results is that of the ids. */
export const moveAll = async (
  update: (id: string, times: SendChanges) => Promise<Send>,
  ids: readonly string[],
  times: SendChanges,
): Promise<readonly Done[]> => {
  const done: Done[] = [];
  for (const chunk of chunksOf(ids, AT_ONCE)) {
    const results = chunk.map((id) =>
      update(id, times).then(
        () => ({ id, problem: "" }),
        (error: unknown) => ({ id, problem: problemOf(error) }),
      ),
    );
    done.push(...(await Promise.all(results)));
  }
  return done;
};
