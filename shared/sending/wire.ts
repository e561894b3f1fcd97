import { chosenOut } from "./accepted-wire.ts";
import { type ShownBounce, shownBounce } from "./shown-bounce.ts";
import { newTimes } from "./contract/departure.ts";
import type { AnswerOf, OutputOf, RequestOf } from "#shared/api/operation.ts";
import { sendFilter, sendRecord, timingFields } from "./contract/send-record.ts";
import type { sendBatch, cancelSends } from "./contract/batch.ts";
import type { approvedSend, approveSends } from "./contract/held.ts";
import { sendChanges } from "./contract/sending.ts";
import { answerBytes, cutToAnswer } from "#shared/mail/text.ts";
import type { Attachment, Send, SendBody, Writer } from "./send.ts";
import type { BatchResult, RefusedElement, DryRun } from "./accept/accept-batch.ts";
import type { SendFilter, CancelFilter } from "./ports/sends.ts";
import type { EditRequest } from "./held.ts";
import type { MoveRequest, CancelledMany } from "./waiting-sends.ts";
import type { Wait } from "./waiting.ts";
import { Refusal, type RefusalReason } from "#shared/platform/errors.ts";
import { fieldOut, refusals } from "#shared/api/errors.ts";
import { type From, fromWire, type Into, toWire, dateOut } from "#shared/api/wire.ts";

/** The changes of a send in the domain's form. */
export const changesIn: Into<EditRequest & MoveRequest, typeof sendChanges> = fromWire(sendChanges);

/** The fields that a send that does not wait for approval can be given. */
const movable = Object.keys(newTimes.shape);

/** Whether changes concern only the time of a send. */
export const isMove = (body: OutputOf<typeof sendChanges>): boolean =>
  Object.entries(body).every(([name, value]) => value === undefined || movable.includes(name));

/** The answer to an approval: computed from what the approval stored, so that a repetition answers the same. */
export const approvedOut = ({ id, revision = 1, approvedAt, approvedHash = "", scheduledAt }: Send): OutputOf<typeof approvedSend> => ({
  id,
  status: scheduledAt && approvedAt && scheduledAt > approvedAt ? "scheduled" : "queued",
  revision,
  approved_at: dateOut(approvedAt ?? new Date(0)),
  content_sha256: approvedHash,
  ...(scheduledAt && { scheduled_at: dateOut(scheduledAt) }),
});

/** The result for one email of many: approved, or why not. */
export const approvalOut = (id: string, result: Send | Refusal): AnswerOf<typeof approveSends>["results"][number] => {
  if (!(result instanceof Refusal)) {
    const { status, content_sha256 } = approvedOut(result);
    return { id, status, content_sha256, error: "" };
  }
  const { message, reason, details } = result;
  return {
    id,
    status: "",
    content_sha256: "",
    error: message,
    type: refusals[reason].type,
    ...(typeof details === "string" && { details }),
  };
};

/** The record in the 409 for a stale revision, as a key sees it: without `read` its times alone. */
export const currentOut = (record: OutputOf<typeof sendRecord>, canRead: boolean): Readonly<Record<string, unknown>> =>
  canRead ? record : Object.fromEntries(Object.entries(record).filter(([name]) => timingFields.includes(name)));

const filterIn: Into<Omit<SendFilter, "toEmail" | "tags"> & { readonly to?: string; readonly tag?: string }, typeof sendFilter> =
  fromWire(sendFilter);

/**
 * The filters of the log in the domain's form. An exception: the recipient's address is called `to_email` in the record, and a record has several
 * tags.
 */
export const logFilterIn = (query: OutputOf<typeof sendFilter>): SendFilter => {
  const { to: toEmail, tag, ...filter } = filterIn(query);
  return { ...filter, ...(toEmail !== undefined && { toEmail }), ...(tag !== undefined && { tags: [tag] }) };
};

/** What a draft is read with, so that its editor can go on. */
interface ShownAlone {
  readonly draftState?: string | undefined;
  readonly attachments?: readonly (Attachment & { readonly content?: string })[];
}

/** A send with its bodies, what it waits for and the class of each bounce. */
type ShownSend = Omit<Send, "bounces"> &
  ShownAlone &
  Wait & { readonly bodyHtml: string | undefined; readonly bodyText: string | undefined; readonly bounces: readonly ShownBounce[] };

const wireOf: From<ShownSend, typeof sendRecord> = toWire(sendRecord);

/** A send record (api/README.md, "Sending"). An exception: it is made from the send, its bodies and its mailbox's state. */
export const sendRecordOut = (send: Send, body: SendBody | undefined, wait: Wait, alone?: ShownAlone): OutputOf<typeof sendRecord> =>
  wireOf({
    ...send,
    ...alone,
    ...wait,
    bodyHtml: body?.html,
    bodyText: body?.text,
    bounces: (send.bounces ?? []).map(shownBounce),
  });

/** The most of `to` that is echoed, bytes of the answer: any address fits. With the next two limits, a thousand results fit in one answer. */
const ECHO_MAX_BYTES = 1_600;
/** The longest `error` of one element, and the longest `details`, bytes. */
const ERROR_MAX_BYTES = 2_000;
const DETAILS_MAX_BYTES = 2_000;

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const echoOf = (element: unknown): string => {
  const to = property(element, "to");
  const email = typeof to === "string" ? to : property(to, "email");
  return typeof email === "string" ? cutToAnswer(email, ECHO_MAX_BYTES) : "";
};

/** Refusals that concern none of an element's fields. */
const beyond: Readonly<Partial<Record<RefusalReason, string>>> = {
  walletEmpty: "wallet is empty",
  tooManyRequests: "hourly limit reached",
};

/** Each field as `field: message` in one text, and as a list like that of a 400. */
const refusedOut = ({ reason, details: refused }: RefusedElement) => {
  const details = refused.map(fieldOut);
  const text = details.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ");
  const error = beyond[reason] ?? cutToAnswer(text, ERROR_MAX_BYTES);
  let left = DETAILS_MAX_BYTES;
  const listed = details.filter((detail) => (left -= answerBytes(detail)) > 0);
  return { error, type: refusals[reason].type, ...(listed.length > 0 && { details: listed }) };
};

/** The answer of a batch, in the order of its elements. `to` is repeated as given; a text too long for an address is cut. */
export const batchOut = (
  elements: readonly unknown[],
  results: readonly BatchResult[],
  by: Pick<Writer, "scopes">,
): AnswerOf<typeof sendBatch> => ({
  results: results.map((result, index) => {
    const to = echoOf(elements[index]) || ("send" in result ? result.send.toEmail : "");
    if ("reason" in result) return { index, to, id: "", status: "failed", ...refusedOut(result) };
    const { id, status } = result.send;
    return { index, to, id, ...chosenOut(result.send, by), status: status === "scheduled" ? "scheduled" : "queued", error: "" };
  }),
  total: results.length,
});

/** The filter of a cancel. An exception: the API has two optional fields, the domain a union. */
export const cancelFilterIn = ({ ids = [], metadata }: RequestOf<typeof cancelSends>["body"]): CancelFilter =>
  metadata ? { metadata } : { ids };

type Result = AnswerOf<typeof cancelSends>["results"][number];

const resultOut = ({ id, status }: CancelledMany["results"][number]): Result => {
  if (status === undefined) return { id, status: "", error: "Send not found", type: "not_found" };
  return status === "cancelled" ? { id, status, error: "" } : { id, status, error: `the send is ${status}`, type: "conflict" };
};

/**
 * The answer of a dry run. An exception: its emails have no ids, and it says whether the balance suffices. A bound key learns only that, not the
 * balance.
 */
export const dryRunOut = (
  elements: readonly unknown[],
  { results, credits, balance, etas, lastLeavesAt }: DryRun,
  by: Pick<Writer, "scopes" | "bounds">,
): AnswerOf<typeof sendBatch> => ({
  results: batchOut(elements, results, by).results.map((result) => {
    const eta = etas.get(result.id);
    return { ...result, id: "", ...(eta && { eta: dateOut(eta) }) };
  }),
  total: results.length,
  estimate: {
    credits,
    ...(by.bounds === undefined && { balance }),
    is_covered: balance >= credits,
    last_leaves_at: lastLeavesAt && dateOut(lastLeavesAt),
  },
});

/** The result for each send. An exception: the messages are written here. */
export const cancelledOut = ({ results, remaining }: CancelledMany): AnswerOf<typeof cancelSends> => ({
  results: results.map(resultOut),
  remaining,
});
