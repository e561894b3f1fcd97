import type { Element, Sequence } from "./draft.ts";
import type { Batch, BatchAnswer, BatchResult } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { count, number } from "../../ui/numbers.ts";

/** The most emails of a batch. */
const EMAILS_MAX = 1_000;
/** The most characters of a batch's JSON: UTF-8 and the escapes of AWS stay under the 5.5 MB of a request. */
const LENGTH_MAX = 3_500_000;

/** Sequences that are sent as one batch. */
export interface Chunk {
  readonly sequences: readonly Sequence[];
  readonly emails: readonly Element[];
}

const shifted = (emails: readonly Element[], by: number): readonly Element[] =>
  emails.map((email) => ("follows" in email ? { ...email, follows: email.follows + by } : email));

/** Divides sequences into batches: whole sequences, at most 1,000 emails, and no batch too large. */
export const chunksOf = (sequences: readonly Sequence[]): readonly Chunk[] => {
  const chunks: { sequences: Sequence[]; emails: Element[]; length: number }[] = [];
  for (const sequence of sequences) {
    const length = new TextEncoder().encode(JSON.stringify(sequence.emails)).length;
    const last = chunks.at(-1);
    const isFull = !last || last.emails.length + sequence.emails.length > EMAILS_MAX || last.length + length > LENGTH_MAX;
    const chunk = isFull ? { sequences: [], emails: [], length: 0 } : last;
    if (isFull) chunks.push(chunk);
    chunk.emails.push(...shifted(sequence.emails, chunk.emails.length));
    chunk.sequences.push(sequence);
    chunk.length += length;
  }
  return chunks;
};

/** The draft of the account that is sent. */
type FromDraft = Pick<NonNullable<Batch["from_draft"]>, "id" | "revision">;

/** Gives a batch to the service; the same key never sends twice. */
export type PostBatch = (batch: Batch, options?: { readonly idempotencyKey?: string }) => Promise<BatchAnswer>;

/** A sequence with the results of its emails, in their order. */
export interface Judged {
  readonly sequence: Sequence;
  readonly results: readonly BatchResult[];
}

/** The result of a dry run of all batches together. */
export interface Forecast {
  readonly judged: readonly Judged[];
  readonly credits: number;
  /** The wallet; undefined for a session that is not told it. */
  readonly balance: number | undefined;
  readonly isCovered: boolean;
  /** When the last email would leave; absent when none would, or when it cannot be calculated. */
  readonly lastLeavesAt?: string | undefined;
  /** True when there are several batches: each is judged alone, so that the last email may leave later. */
  readonly isEarliest: boolean;
}

const DAY_MS = 86_400_000;

/** The earliest time at which the last of `count` emails can leave a mailbox that sends at most `cap` in 24 hours. */
export const earliestLast = (count: number, cap: number, now: number): string =>
  new Date(now + Math.floor(Math.max(0, count - 1) / Math.max(1, cap)) * DAY_MS).toISOString();

const judgedOf = ({ sequences }: Chunk, { results }: BatchAnswer): readonly Judged[] => {
  let at = 0;
  return sequences.map((sequence) => ({ sequence, results: results.slice(at, (at += sequence.emails.length)) }));
};

/** Asks the service about every batch; nothing is stored, paid or sent. */
export const dryRun = async (post: PostBatch, chunks: readonly Chunk[], onProgress: (done: number) => void): Promise<Forecast> => {
  const judged: Judged[] = [];
  let [credits, last, isCovered] = [0, "", true];
  let balance: number | undefined;
  for (const [index, chunk] of chunks.entries()) {
    const answer = await post({ emails: chunk.emails, dry_run: true });
    judged.push(...judgedOf(chunk, answer));
    credits += answer.estimate?.credits ?? 0;
    balance = answer.estimate?.balance;
    isCovered &&= answer.estimate?.is_covered ?? false;
    const leaves = answer.estimate?.last_leaves_at ?? "";
    if (leaves > last) last = leaves;
    onProgress(index + 1);
  }
  // Each batch is judged alone; whoever sees the wallet can tell of all together.
  if (balance !== undefined) isCovered = credits <= balance;
  return { judged, credits, balance, isCovered, lastLeavesAt: last || undefined, isEarliest: chunks.length > 1 };
};

/** Whether every email of a sequence was, or would be, accepted. */
export const isAccepted = ({ results }: Judged): boolean => results.every(({ status }) => status !== "failed");

/**
 * The errors of a sequence, field by field where the service named fields. A follow-up that is refused only because its first email is, is left out.
 */
export const refusals = ({ results }: Judged): readonly string[] => {
  const own = results.map(
    ({ error, details }) => details?.map(({ field, message }) => `${field} ${message}`) ?? (error === "" ? [] : [error]),
  );
  return own[0]?.length ? own[0] : [...new Set(own.flat())];
};

/** Fields that the service refused in every sequence: the form is wrong, not a row. */
export const faultyFields = (judged: readonly Judged[]): Readonly<Record<string, string>> => {
  const faults = new Map<string, { readonly message: string; count: number }>();
  for (const { results } of judged)
    for (const [step, { details = [] }] of results.entries())
      for (const { field, message } of details) {
        const name = `${step}.${field}`;
        const known = faults.get(name);
        if (known) known.count += 1;
        else faults.set(name, { message, count: 1 });
      }
  return Object.fromEntries([...faults].filter(([, { count }]) => count === judged.length).map(([name, { message }]) => [name, message]));
};

/** The progress of sending. */
export interface Progress {
  readonly judged: readonly Judged[];
  /** How many batches were answered. */
  readonly chunks: number;
}

/**
 * Sends the batches from `begun` on, each under its key. A batch whose answer was lost is sent again under the same key and gets the first answer.
 * Throws the error of the batch that failed; `onProgress` was called with the results before it. The draft of which they are made goes away with the
 * last one.
 */
export const sendAll = async (
  post: PostBatch,
  chunks: readonly Chunk[],
  key: string,
  begun: Progress,
  onProgress: (progress: Progress) => void,
  draft?: FromDraft,
): Promise<Progress> => {
  let progress = begun;
  for (let index = begun.chunks; index < chunks.length; index += 1) {
    const chunk = chunks[index]!;
    const isLast = index === chunks.length - 1;
    const from = draft && { from_draft: { ...draft, ...(!isLast && { more: true as const }) } };
    const answer = await post({ emails: chunk.emails, ...from }, { idempotencyKey: `${key}-${index}` });
    progress = { judged: [...progress.judged, ...judgedOf(chunk, answer)], chunks: index + 1 };
    onProgress(progress);
  }
  return progress;
};

/** What something costs, of what the wallet has where that is told. */
export const costWords = (credits: number, balance: number | undefined): string =>
  balance === undefined ? count(credits, "credit") : t("{credits} of {n}", { credits: count(credits, "credit"), n: number(balance) });

/** That the wallet does not suffice. */
export const uncoveredWords = (credits: number, balance: number | undefined): string =>
  balance === undefined
    ? t("The wallet has too few credits.")
    : t("The wallet has {credits}; this costs {n}.", { credits: count(balance, "credit"), n: number(credits) });
