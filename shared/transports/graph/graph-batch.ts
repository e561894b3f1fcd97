import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { apiErrorOf, apiFailure } from "../http/api-client.ts";
import { type ApiReads, type BatchAnswer, readInBatches } from "../http/batches.ts";
import { fieldsOf } from "../http/json.ts";
import { graphRules, IMMUTABLE } from "./graph-client.ts";

/** The most requests of a batch (learn.microsoft.com/graph/json-batching, "Batch size limitations"). */
const BATCH = 20;
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
export const readBatch = (reads: ApiReads, paths: readonly string[], options: BatchOptions = {}): Promise<readonly BatchAnswer[]> =>
  readInBatches({ most: BATCH, rounds: 1, post: (some, inOrder) => post(reads, some, { ...options, inOrder }) }, paths);

const post = async (
  { client, account, signal }: ApiReads,
  paths: readonly string[],
  { prefer = [], readMax, inOrder }: BatchOptions & { readonly inOrder: boolean },
): Promise<readonly BatchAnswer[]> => {
  signal.throwIfAborted();
  const headers = { prefer: [IMMUTABLE, ...prefer].join(", ") };
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
