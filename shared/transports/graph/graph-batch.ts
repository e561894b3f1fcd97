import { setTimeout as pause } from "node:timers/promises";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { type ApiClient, type ApiError, apiErrorOf, apiFailure, isTooMuch } from "../http/api-client.ts";
import { fieldsOf } from "../http/json.ts";
import { graphRules } from "./graph-client.ts";

/** The most requests of a batch (learn.microsoft.com/graph/json-batching, "Batch size limitations"). */
const BATCH = 20;
/** A throttled request of a batch is repeated after this at most, ms; when Graph asks for longer, the mailbox waits. */
const PAUSE_MAX_MS = 5_000;

/** The means of reading from Graph: GET requests in batches. */
export interface GraphReads {
  readonly account: ApiAccount;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

/** The answer to a request: its JSON, or base64 for bytes; an error when it failed, with status 0 when Graph left it out of the batch. */
export type BatchAnswer = { readonly body: unknown } | { readonly error: ApiError };

/** The preferences of the requests, and the maximum size of all answers together, bytes. */
export interface BatchOptions {
  readonly prefer?: readonly string[];
  readonly readMax?: number;
}

/**
 * The answers to GET requests below the service's root, in their order. Each request of a batch is judged separately and may be throttled; such
 * requests are repeated once, one after another (learn.microsoft.com/graph/throttling-limits, "Outlook service limits for JSON batching"). Throws
 * MailFailure.
 */
export const readBatch = async (
  reads: GraphReads,
  paths: readonly string[],
  options: BatchOptions = {},
): Promise<readonly BatchAnswer[]> => {
  const answers: BatchAnswer[] = [];
  for (let from = 0; from < paths.length; from += BATCH)
    answers.push(...(await readHalved(reads, paths.slice(from, from + BATCH), options)));
  return answers;
};

/** A batch that is refused for its size, or whose answer is too long, is asked for in halves. */
const readHalved = async (reads: GraphReads, paths: readonly string[], options: BatchOptions): Promise<readonly BatchAnswer[]> => {
  try {
    return await readSome(reads, paths, options);
  } catch (error) {
    if (paths.length < 2 || !isTooMuch(error)) throw error;
    const half = Math.ceil(paths.length / 2);
    return [...(await readHalved(reads, paths.slice(0, half), options)), ...(await readHalved(reads, paths.slice(half), options))];
  }
};

const readSome = async (reads: GraphReads, paths: readonly string[], options: BatchOptions): Promise<readonly BatchAnswer[]> => {
  const first = await post(reads, paths, { ...options, inOrder: false });
  const waits = first.map((answer) => ("error" in answer ? answer.error.paceMs : undefined));
  const longest = Math.max(0, ...waits.map((wait) => wait ?? 0));
  if (waits.every((wait) => wait === undefined)) return first;
  if (longest > PAUSE_MAX_MS) throw apiFailure(errorsIn(first).find((error) => error.paceMs === longest));
  await pause(longest);
  const again = paths.filter((_, at) => waits[at] !== undefined);
  const second = await post(reads, again, { ...options, inOrder: true });
  const still = errorsIn(second).find((error) => error.paceMs !== undefined);
  if (still) throw apiFailure(still);
  const byPath = new Map(again.map((path, at) => [path, second[at]!]));
  return first.map((answer, at) => (waits[at] === undefined ? answer : byPath.get(paths[at]!)!));
};

const errorsIn = (answers: readonly BatchAnswer[]): readonly ApiError[] =>
  answers.flatMap((answer) => ("error" in answer ? [answer.error] : []));

const post = async (
  { client, account, signal }: GraphReads,
  paths: readonly string[],
  { prefer = [], readMax, inOrder }: BatchOptions & { readonly inOrder: boolean },
): Promise<readonly BatchAnswer[]> => {
  signal.throwIfAborted();
  const headers = { prefer: ['IdType="ImmutableId"', ...prefer].join(", ") };
  const requests = paths.map((url, at) => ({
    id: String(at),
    method: "GET",
    url,
    headers,
    ...(inOrder && at > 0 && { dependsOn: [String(at - 1)] }),
  }));
  const call = { method: "POST", path: "/$batch", json: { requests }, ...(readMax !== undefined && { readMax }) } as const;
  const answer = await client.json(account, call).catch((error: unknown) => {
    throw apiFailure(error);
  });
  const { responses } = answer;
  if (!Array.isArray(responses)) throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the batch has no answers") });
  const byId = new Map(responses.map((one: unknown) => [fieldsOf(one)["id"], fieldsOf(one)]));
  return paths.map((_, at) => answerIn(account, byId.get(String(at))));
};

const answerIn = (account: ApiAccount, response: Readonly<Record<string, unknown>> = {}): BatchAnswer => {
  const status = typeof response["status"] === "number" ? response["status"] : 0;
  if (status >= 200 && status < 300) return { body: response["body"] };
  const told = Object.entries(fieldsOf(response["headers"])).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    error: apiErrorOf(graphRules, account, {
      status,
      headers: Object.fromEntries(told),
      body: Buffer.from(JSON.stringify(response["body"] ?? {})),
    }),
  };
};
