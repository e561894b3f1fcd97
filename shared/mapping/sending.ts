import { newTimes } from "../contract/departure.ts";
import type { AnswerOf, OutputOf } from "../contract/operation.ts";
import { sendFilter, sendRecord } from "../contract/send-record.ts";
import type { sendBatch } from "../contract/batch.ts";
import { acceptedEmail, dedicatedIp, email } from "../contract/sending.ts";
import { answerBytes, cutToAnswer } from "../domain/mail/text-size.ts";
import type { SendRequest } from "../domain/sending/accept/accept.ts";
import type { BatchResult, RefusedElement } from "../domain/sending/accept/accept-batch.ts";
import type { DedicatedIp } from "../domain/sending/ports/ips.ts";
import type { SendFilter } from "../domain/sending/ports/sends.ts";
import type { MoveRequest } from "../domain/sending/move-send.ts";
import type { Send, SendBody } from "../domain/sending/send.ts";
import type { Wait } from "../domain/sending/waiting.ts";
import { type ShownBounce, shownBounce } from "./bounces.ts";
import { fieldOut, refusals } from "./errors.ts";
import { type From, fromWire, type Into, toWire } from "./wire.ts";

/** An email to send, as the domain takes it. */
export const sendIn: Into<SendRequest, typeof email> = fromWire(email);

/** A send's new time, as the domain takes it. */
export const moveIn: Into<MoveRequest, typeof newTimes> = fromWire(newTimes);

const filterIn: Into<Omit<SendFilter, "toEmail" | "tags"> & { readonly to?: string; readonly tag?: string }, typeof sendFilter> =
  fromWire(sendFilter);

/** The filters of the log. An exception: the record calls the recipient's address `to_email`, and has many tags. */
export const logFilterIn = (query: OutputOf<typeof sendFilter>): SendFilter => {
  const { to: toEmail, tag, ...filter } = filterIn(query);
  return { ...filter, ...(toEmail !== undefined && { toEmail }), ...(tag !== undefined && { tags: [tag] }) };
};

const accepted: From<Send & { readonly to: string }, typeof acceptedEmail> = toWire(acceptedEmail);

/** A send that was just accepted. An exception: here the recipient's address is called as in the request. */
export const sentOut = (send: Send): OutputOf<typeof acceptedEmail> => accepted({ ...send, to: send.toEmail });

/** A send with its bodies, what it waits for and what is wireOf of each bounce. */
type ShownSend = Omit<Send, "bounces"> &
  Wait & { readonly bodyHtml: string | undefined; readonly bodyText: string | undefined; readonly bounces: readonly ShownBounce[] };

const wireOf: From<ShownSend, typeof sendRecord> = toWire(sendRecord);

/** A send record (contract/README.md, "Sending"). An exception: it is wireOf of three records, the send, its bodies and its mailbox's state. */
export const sendRecordOut = (send: Send, body: SendBody | undefined, wait: Wait): OutputOf<typeof sendRecord> =>
  wireOf({ ...send, ...wait, bodyHtml: body?.html, bodyText: body?.text, bounces: (send.bounces ?? []).map(shownBounce) });

/** The most of `to` that is echoed, in bytes of the answer: an address fits whole. With the next two, a thousand results fit in one answer. */
const ECHO_MAX_BYTES = 1_600;
/** The longest `error` of one element, and the longest `details`. */
const ERROR_MAX_BYTES = 2_000;
const DETAILS_MAX_BYTES = 2_000;

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const echoOf = (element: unknown): string => {
  const to = property(element, "to");
  const email = typeof to === "string" ? to : property(to, "email");
  return typeof email === "string" ? cutToAnswer(email, ECHO_MAX_BYTES) : "";
};

/** Each field as `field: message` in one text, and as a 400 lists them. */
const refusedOut = ({ reason, details: refused }: RefusedElement) => {
  const details = refused.map(fieldOut);
  const text = details.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ");
  const error = reason === "walletEmpty" ? "wallet is empty" : cutToAnswer(text, ERROR_MAX_BYTES);
  let left = DETAILS_MAX_BYTES;
  const listed = details.filter((detail) => (left -= answerBytes(detail)) > 0);
  return { error, type: refusals[reason].type, ...(listed.length > 0 && { details: listed }) };
};

/** The answer of a batch, in the order of its elements. `to` is echoed as it was given; a text too long for an address is cut. */
export const batchOut = (elements: readonly unknown[], results: readonly BatchResult[]): AnswerOf<typeof sendBatch> => ({
  results: results.map((result, index) => {
    const to = echoOf(elements[index]) || ("send" in result ? result.send.toEmail : "");
    if ("reason" in result) return { index, to, id: "", status: "failed", ...refusedOut(result) };
    return { index, to, id: result.send.id, status: result.send.status === "scheduled" ? "scheduled" : "queued", error: "" };
  }),
  total: results.length,
});

/** A dedicated address, without its proxy. */
export const ipOut: From<DedicatedIp, typeof dedicatedIp> = toWire(dedicatedIp);
