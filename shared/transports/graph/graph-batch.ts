import { setTimeout as pause } from "node:timers/promises";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { AnswerTooLong, type GraphClient, GraphError, graphErrorOf, graphFailure, paceMs } from "./graph-client.ts";

/** The most requests of a batch (learn.microsoft.com/graph/json-batching, "Batch size limitations"). */
const BATCH = 20;
/** A throttled request of a batch is repeated after this at most, ms; when Graph asks for longer, the mailbox waits. */
const PAUSE_MAX_MS = 5_000;

/** The means of reading from Graph: GET requests in batches. */
export interface GraphReads {
  readonly account: ApiAccount;
  readonly client: GraphClient;
  readonly signal: AbortSignal;
}

/** The answer to a request: its JSON, or base64 for bytes; an error when it failed, with status 0 when Graph left it out of the batch. */
export type BatchAnswer = { readonly body: unknown } | { readonly error: GraphError };

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

/** Statuses with which a server refuses a request for its form or its size (RFC 9110, 15.5.1, 15.5.14, 15.5.15, 15.6.2). */
const FORM: ReadonlySet<unknown> = new Set([400, 413, 414, 501]);

/** Whether an answer, or its absence, means that the request was too large or had a form that the server does not accept. */
export const isTooMuch = (error: unknown): boolean => {
  if (error instanceof GraphError) return FORM.has(error.status);
  if (!(error instanceof MailFailure)) return false;
  return FORM.has(error.code) || error.cause instanceof AnswerTooLong;
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
  const waits = first.map((answer) => ("error" in answer ? paceMs(answer.error) : undefined));
  const longest = Math.max(0, ...waits.map((wait) => wait ?? 0));
  if (waits.every((wait) => wait === undefined)) return first;
  if (longest > PAUSE_MAX_MS) throw graphFailure(errorsIn(first).find((error) => paceMs(error) === longest));
  await pause(longest);
  const again = paths.filter((_, at) => waits[at] !== undefined);
  const second = await post(reads, again, { ...options, inOrder: true });
  const still = errorsIn(second).find((error) => paceMs(error) !== undefined);
  if (still) throw graphFailure(still);
  const byPath = new Map(again.map((path, at) => [path, second[at]!]));
  return first.map((answer, at) => (waits[at] === undefined ? answer : byPath.get(paths[at]!)!));
};

const errorsIn = (answers: readonly BatchAnswer[]): readonly GraphError[] =>
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
    throw graphFailure(error);
  });
  const { responses } = answer;
  if (!Array.isArray(responses)) throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the batch has no answers") });
  const byId = new Map(responses.map((one: unknown) => [fieldsOf(one)["id"], fieldsOf(one)]));
  return paths.map((_, at) => answerIn(byId.get(String(at))));
};

const answerIn = (response: Readonly<Record<string, unknown>> = {}): BatchAnswer => {
  const status = typeof response["status"] === "number" ? response["status"] : 0;
  if (status >= 200 && status < 300) return { body: response["body"] };
  const told = Object.entries(fieldsOf(response["headers"])).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { error: graphErrorOf({ status, headers: Object.fromEntries(told), body: Buffer.from(JSON.stringify(response["body"] ?? {})) }) };
};

/** The fields of a JSON object; none for anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The objects of a JSON list. */
export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The text in a field; "" for none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** So many pages in a row may bring nothing that was not there already. */
const MOST_IDLE_PAGES = 20;

/** Detects endless lists: a server may return to an earlier page, or send pages for ever. */
export interface PageWatch {
  /** Records a page; true when the list is endless: its next page was already read, or many pages in a row had nothing new. */
  isEndless(page: { readonly used: string | undefined; readonly next: string; readonly ids: readonly string[] }): boolean;
  /** Whether any page so far had entries. */
  hasBrought(): boolean;
}

/** Makes the detector for one list. */
export const pageWatch = (): PageWatch => {
  const [links, seen] = [new Set<string | undefined>(), new Set<string>()];
  let idle = 0;
  return {
    isEndless: ({ used, next, ids }) => {
      links.add(used);
      const before = seen.size;
      for (const id of ids) seen.add(id);
      idle = seen.size > before ? 0 : idle + 1;
      return links.has(next) || idle >= MOST_IDLE_PAGES;
    },
    hasBrought: () => seen.size > 0,
  };
};
