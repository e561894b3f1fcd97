import { randomBytes } from "node:crypto";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { HttpCallAnswer } from "#shared/platform/egress/egress.ts";
import { apiErrorOf, apiFailure } from "../http/api-client.ts";
import { type ApiReads, type BatchAnswer, readInBatches } from "../http/batches.ts";
import { boundedJson } from "../http/json.ts";
import { gmailRules } from "./gmail-client.ts";

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
