import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { type ApiClient, apiClient, type ApiRules, ApiError, apiErrorOf, apiFailure } from "../http/api-client.ts";
import { fieldsOf } from "../http/json.ts";
import type { BeginWatch } from "#shared/inbox/hints/renew-watches.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { type ApiReads, type BatchAnswer, readInBatches } from "../http/batches.ts";

/** Statuses with which Graph asks to come again (learn.microsoft.com/graph/errors): throttled, unavailable, over its bandwidth. */
const PACING: ReadonlySet<number> = new Set([429, 503, 509]);
/** The waiting time, ms, when the answer names none; the documentation then asks for "a delay". */
const PACE_MS = 60_000;
const MOST_INNER = 5;

/** Ids that survive a move to another folder (learn.microsoft.com/graph/outlook-immutable-id); the header holds for its own request alone. */
const IMMUTABLE = 'IdType="ImmutableId"';

/** The most detailed codes come last, as in `error.innerError` (learn.microsoft.com/graph/errors). */
const errorIn: ApiRules["errorIn"] = ({ error }) => {
  let at = fieldsOf(error);
  const message = typeof at["message"] === "string" ? at["message"] : "";
  const codes: string[] = [];
  for (let deep = 0; deep < MOST_INNER; deep += 1) {
    const { code } = at;
    if (typeof code === "string") codes.push(code);
    at = fieldsOf(at["innerError"] ?? at["innererror"]);
  }
  return { codes, message };
};

/** A mailbox that Graph cannot reach answers 404 with one of these codes. */
const UNREACHED = /^MailboxNot(?:EnabledFor|Supported(?:For)?)RESTAPI$/i;

/** Microsoft Graph as an interface for mail. */
export const graphRules: ApiRules = {
  service: "Microsoft Graph",
  headersOf: ({ prefer = [] }) => ({ prefer: [IMMUTABLE, ...prefer].join(", ") }),
  errorIn,
  isPace: ({ status }) => PACING.has(status),
  paceMs: PACE_MS,
  refusesGrant: ({ status, codes }) => status === 401 || status === 403 || codes.some((code) => UNREACHED.test(code)),
};

/** The path of the mailbox: the member's own, or one that the member may use (learn.microsoft.com/graph/outlook-share-messages-folders). */
export const mailboxPath = ({ mailboxUser }: Pick<ApiAccount, "mailboxUser">): string =>
  mailboxUser === undefined ? "/me" : `/users/${encodeURIComponent(mailboxUser)}`;

/** Calls to Graph. */
export const graphClient = (callHttp: CallHttp): ApiClient => apiClient(callHttp, graphRules);

/**
 * How long a subscription to messages lasts, ms: less than the shortest limit that Graph has stated for them, 4,230 minutes
 * (learn.microsoft.com/graph/api/resources/subscription).
 */
const LASTS_MS = 4_200 * 60_000;

/**
 * Begins or renews Graph's subscription to new messages of all folders. A shared mailbox has none: delegated permissions do not suffice
 * (learn.microsoft.com/graph/outlook-change-notifications-overview).
 */
export const graphWatches =
  (callHttp: CallHttp): BeginWatch =>
  async (account, { url, secret, known }) => {
    if (account.mailboxUser !== undefined) return undefined;
    const client = graphClient(callHttp);
    const expirationDateTime = new Date(Date.now() + LASTS_MS).toISOString();
    const watchOf = ({ id, expirationDateTime: until }: Readonly<Record<string, unknown>>) => {
      const ends = typeof until === "string" ? Date.parse(until) : Number.NaN;
      if (typeof id !== "string" || Number.isNaN(ends)) throw new Error("Graph's subscription cannot be read");
      return { id: id.slice(0, 200), until: new Date(ends) };
    };
    if (known !== undefined) {
      const path = `/subscriptions/${encodeURIComponent(known)}`;
      const renewed = await client.json(account, { method: "PATCH", path, json: { expirationDateTime } }).catch((error: unknown) => {
        // It was removed meanwhile, or is another application's: a new one is made.
        if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return undefined;
        throw error;
      });
      if (renewed) return watchOf({ expirationDateTime, ...renewed, id: known });
    }
    const json = {
      changeType: "created",
      notificationUrl: url,
      lifecycleNotificationUrl: url,
      resource: "me/messages",
      expirationDateTime,
      clientState: secret,
      latestSupportedTlsVersion: "v1_2",
    };
    return watchOf(await client.json(account, { method: "POST", path: "/subscriptions", json }));
  };

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
