import { apiOf } from "#shared/providers/index.ts";
import type { CallHttp, HttpCallAnswer } from "#shared/platform/egress/egress.ts";
import { type ApiCall, type ApiClient, apiClient, type ApiErrorFacts, type ApiRules, apiErrorOf, apiFailure } from "../http/api-client.ts";
import { fieldsOf, listOf, textOf, boundedJson } from "../http/json.ts";
import type { BeginWatch } from "#shared/inbox/hints/renew-watches.ts";
import { randomBytes } from "node:crypto";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { type ApiReads, type BatchAnswer, readInBatches } from "../http/batches.ts";

const { quota, gives } = apiOf("gmail_api");
const paces = new Set(quota?.paces);
const limits = new Set(quota?.limitsOfProject);
const hasAny = (codes: readonly string[], known: ReadonlySet<string>): boolean => codes.some((code) => known.has(code));

/** The reasons of an error, which say more than its status; then the status in words (google.rpc.Code). */
const errorIn: ApiRules["errorIn"] = ({ error }, call) => {
  const { errors, details, status, message } = fieldsOf(error);
  const reasons = [...listOf(errors), ...listOf(details)].map(({ reason }) => textOf(reason));
  const codes = [...new Set([...reasons, textOf(status)])].filter(Boolean);
  const isScope = reasons.includes("insufficientPermissions") || reasons.includes("ACCESS_TOKEN_SCOPE_INSUFFICIENT");
  return { codes, message: isScope ? `needs ${scopeFor(call)}: ${textOf(message)}` : textOf(message) };
};

/** The scope to ask for, for a call that its grant does not cover. */
const scopeFor = ({ method = "GET", path = "" }: Partial<ApiCall> = {}): string => {
  const ability = method === "GET" ? "read" : /\/drafts|\/(?:modify|trash)$/.test(path) ? "draft" : "send";
  return gives[ability][0] ?? "";
};

/** An account of Google without Gmail answers 400 `failedPrecondition` with these words. */
const NO_MAIL = /^mail service not enabled/i;

const LONGEST_MS = 3_600_000;

/** The wait that the words of a sending limit name, ms, an hour at most: "User-rate limit exceeded. Retry after 2026-11-27T08:00:00.000Z". */
const toldMs = (message: string, now: number): number | undefined => {
  const until = Date.parse(/\bretry after (\d{4}-\d\d-\d\dT[\d:.]{5,12}Z)/i.exec(message)?.[1] ?? "");
  return Number.isNaN(until) ? undefined : Math.min(Math.max(until - now, 0), LONGEST_MS);
};

/** Gmail as an interface for mail; what its errors mean: developers.google.com/workspace/gmail/api/guides/handle-errors. */
export const gmailRules: ApiRules = {
  service: "Gmail",
  errorIn,
  isPace: ({ status, codes }: ApiErrorFacts) =>
    !hasAny(codes, limits) && (status === 429 || status === 503 || (status === 403 && hasAny(codes, paces))),
  paceMs: quota?.paceMs ?? 0,
  toldMs,
  isOperators: ({ status, codes }) => (status === 403 || status === 429) && hasAny(codes, limits),
  refusesGrant: ({ status, codes, message }) =>
    status === 401 || (status === 403 && !hasAny(codes, paces) && !hasAny(codes, limits)) || (status === 400 && NO_MAIL.test(message)),
};

/** The path of the mailbox whose owner consented (developers.google.com/workspace/gmail/api/reference/rest). */
export const USER = "/gmail/v1/users/me";

/** Calls to Gmail. */
export const gmailClient = (callHttp: CallHttp): ApiClient => apiClient(callHttp, gmailRules);

/** Begins or renews a watch of all labels (developers.google.com/workspace/gmail/api/guides/push); none without a topic. */
export const gmailWatches =
  (callHttp: CallHttp): BeginWatch =>
  async (account, { topic }) => {
    if (topic === undefined) return undefined;
    const { expiration } = await gmailClient(callHttp).json(account, { method: "POST", path: `${USER}/watch`, json: { topicName: topic } });
    const until = new Date(Number(expiration));
    if (Number.isNaN(until.getTime())) throw new Error("Gmail's watch cannot be read");
    return { id: topic, until };
  };

/** Of the 100 calls that a batch may have, Google recommends at most 50 (developers.google.com/workspace/gmail/api/guides/batch). */
const BATCH = 50;
const PATH = "/batch/gmail/v1";
/** How often calls of a batch are repeated that were throttled, as those of one mailbox side by side often are. */
const ROUNDS = 3;
/** The wait before the first repetition, ms; it doubles. */
const WAIT_MS = 1_000;

const growing = (round: number): number => WAIT_MS * 2 ** round * (0.5 + Math.random() / 2);

/**
 * The answers to GET requests below the interface's root, in their order: calls of a batch, each of which is judged and counted separately. Throttled
 * ones are repeated. Throws MailFailure.
 */
export const readBatch = (reads: ApiReads, paths: readonly string[], readMax?: number): Promise<readonly BatchAnswer[]> =>
  readInBatches({ most: BATCH, rounds: ROUNDS, unsaidMs: growing, post: (some) => post(reads, some, readMax) }, paths);

const post = async (
  { client, account, signal }: ApiReads,
  paths: readonly string[],
  readMax: number | undefined,
): Promise<readonly BatchAnswer[]> => {
  signal.throwIfAborted();
  const boundary = `b${randomBytes(12).toString("hex")}`;
  const parts = paths.map(
    (path, at) => `--${boundary}\r\nContent-Type: application/http\r\nContent-ID: <${at}>\r\n\r\nGET ${path}\r\n\r\n`,
  );
  const body = { type: `multipart/mixed; boundary=${boundary}`, bytes: `${parts.join("")}--${boundary}--\r\n` };
  const call = { method: "POST", path: PATH, body, ...(readMax !== undefined && { readMax }) } as const;
  const answer = await client.answer(account, call).catch((error: unknown) => {
    throw apiFailure(error);
  });
  const byId = answersIn(answer, paths.length);
  return paths.map((_, at) => answerOf(account, byId.get(at)));
};

/** The answers of a batch by their places: `<response-3>` belongs to `<3>`. Throws MailFailure when there is none. */
const answersIn = ({ headers, body }: HttpCallAnswer, most: number): ReadonlyMap<number, HttpCallAnswer> => {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(String(headers["content-type"] ?? "")) ?? [];
  const mark = Buffer.from(`--${quoted ?? plain ?? ""}`);
  const found = new Map<number, HttpCallAnswer>();
  if (mark.length === 2) throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the batch has no answers") });
  for (let from = body.indexOf(mark), n = 0; from >= 0 && n <= most; n += 1) {
    const next = body.indexOf(mark, from + mark.length);
    const part = partIn(body.subarray(from + mark.length, next < 0 ? body.length : next));
    if (part) found.set(part.at, part.answer);
    from = next;
  }
  return found;
};

const EMPTY_LINE = /\r?\n\r?\n/;
/** The longest header of an answer, bytes. */
const HEAD_MAX = 16 * 1024;

/** A header block, and where the text after its empty line begins. */
const headOf = (bytes: Buffer): { readonly head: string; readonly end: number } | undefined => {
  const text = bytes.toString("latin1", 0, HEAD_MAX);
  const empty = EMPTY_LINE.exec(text);
  return empty ? { head: text.slice(0, empty.index), end: empty.index + empty[0].length } : undefined;
};

/** An answer of a batch: the part's own fields, then a status line, the answer's fields and its body. */
const partIn = (part: Buffer): { readonly at: number; readonly answer: HttpCallAnswer } | undefined => {
  const outer = headOf(part);
  const inner = outer && headOf(part.subarray(outer.end));
  const [, at] = /^content-id:\s*<?response-(\d{1,3})>?\s*$/im.exec(outer?.head ?? "") ?? [];
  const [, status] = /^HTTP\/[\d.]+ (\d{3})/.exec(inner?.head ?? "") ?? [];
  if (!outer || !inner || at === undefined || status === undefined) return undefined;
  const fields = inner.head.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(":");
    return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const];
  });
  return {
    at: Number(at),
    answer: { status: Number(status), headers: Object.fromEntries(fields), body: part.subarray(outer.end + inner.end) },
  };
};

const LEFT_OUT: HttpCallAnswer = { status: 0, headers: {}, body: Buffer.alloc(0) };

const answerOf = (account: ApiAccount, answer: HttpCallAnswer = LEFT_OUT): BatchAnswer => {
  const { status, body } = answer;
  if (status < 200 || status > 299) return { error: apiErrorOf(gmailRules, account, answer) };
  const json = boundedJson(body);
  return json === undefined ? { error: apiErrorOf(gmailRules, account, LEFT_OUT) } : { body: json };
};
