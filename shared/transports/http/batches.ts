import { setTimeout as pause } from "node:timers/promises";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { type ApiClient, type ApiError, apiFailure, isTooMuch } from "./api-client.ts";

/** A throttled request of a batch is repeated after this at most, ms; when the server asks for longer, the mailbox waits. */
const PAUSE_MAX_MS = 5_000;

/** The means of reading over an interface: GET requests in batches. */
export interface ApiReads {
  readonly account: ApiAccount;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

/** The answer to a request: its JSON, or text for bytes; an error when it failed, with status 0 when the server left it out of the batch. */
export type BatchAnswer = { readonly body: unknown } | { readonly error: ApiError };

/** How an interface takes batches. */
interface Batches {
  /** The most requests of a batch. */
  readonly most: number;
  /** How often throttled requests are repeated. */
  readonly rounds: number;
  /** How long to wait before a round where the error of a request does not say, ms; absent: as long as the interface's rules say. */
  readonly unsaidMs?: (round: number) => number;
  /** Answers GET requests in their order; `isRepeated`: some of them were throttled before. Throws MailFailure. */
  readonly post: (paths: readonly string[], isRepeated: boolean) => Promise<readonly BatchAnswer[]>;
}

/**
 * The answers to GET requests below the interface's root, in their order. Each request of a batch is judged separately and may be throttled; such
 * requests are repeated. A batch that is refused for its size, or whose answer is too long, is asked for in halves. Throws MailFailure.
 */
export const readInBatches = async (batches: Batches, paths: readonly string[]): Promise<readonly BatchAnswer[]> => {
  const answers: BatchAnswer[] = [];
  for (let from = 0; from < paths.length; from += batches.most)
    answers.push(...(await readHalved(batches, paths.slice(from, from + batches.most))));
  return answers;
};

const readHalved = async (batches: Batches, paths: readonly string[]): Promise<readonly BatchAnswer[]> => {
  try {
    return await readRepeated(batches, paths, 0);
  } catch (error) {
    if (paths.length < 2 || !isTooMuch(error)) throw error;
    const half = Math.ceil(paths.length / 2);
    return [...(await readHalved(batches, paths.slice(0, half))), ...(await readHalved(batches, paths.slice(half)))];
  }
};

const readRepeated = async (batches: Batches, paths: readonly string[], round: number): Promise<readonly BatchAnswer[]> => {
  const answers = await batches.post(paths, round > 0);
  const throttled = answers.flatMap((answer) => ("error" in answer && answer.error.paceMs !== undefined ? [answer.error] : []));
  const [first] = throttled;
  if (!first) return answers;
  const waitOf = ({ retryAfterMs, paceMs = 0 }: ApiError) => retryAfterMs ?? batches.unsaidMs?.(round) ?? paceMs;
  const longest = throttled.reduce((most, error) => (waitOf(error) > waitOf(most) ? error : most), first);
  if (round === batches.rounds || waitOf(longest) > PAUSE_MAX_MS) throw apiFailure(longest);
  await pause(waitOf(longest));
  const places = answers.flatMap((answer, at) => ("error" in answer && answer.error.paceMs !== undefined ? [at] : []));
  const again = await readRepeated(
    batches,
    places.map((at) => paths[at]!),
    round + 1,
  );
  return answers.map((answer, at) => again[places.indexOf(at)] ?? answer);
};
