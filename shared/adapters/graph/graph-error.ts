import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { type HttpCallAnswer, retryAfterMs } from "../../domain/mailboxes/egress/post-http.ts";
import { boundedJson } from "./bounded-json.ts";

const REPLY_MAX = 500;
const RETRY_MAX_MS = 3_600_000;

/** What Graph's answer says of an error. */
export interface GraphErrorFacts {
  readonly status: number;
  /** The most detailed codes come last, as in `error.innerError` (learn.microsoft.com/graph/errors). */
  readonly codes: readonly string[];
  /** The answer's status, code and words on one line, for the mailbox's owner. */
  readonly reply: string;
  /** How long Graph asks to wait, ms, an hour at most; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** Graph answered with an error; the message contains its status and code alone. */
export class GraphError extends Error implements GraphErrorFacts {
  override readonly name = "GraphError";
  readonly status: number;
  readonly codes: readonly string[];
  readonly reply: string;
  readonly retryAfterMs: number | undefined;

  constructor({ status, codes, reply, retryAfterMs }: GraphErrorFacts) {
    super(`Microsoft Graph answered ${[status, ...codes].join(" ")}`);
    this.status = status;
    this.codes = codes;
    this.reply = reply;
    this.retryAfterMs = retryAfterMs;
  }

  has(code: string): boolean {
    return this.codes.some((one) => one.toLowerCase() === code.toLowerCase());
  }
}

/** Statuses with which Graph asks to come again (learn.microsoft.com/graph/errors): throttled, unavailable, over its bandwidth. */
const PACING: ReadonlySet<number> = new Set([429, 503, 509]);
/** The pace where the answer does not name one; the service asks for "a delay" then. */
const PACE_MS = 60_000;

/** How long the mailbox must leave Graph alone after this error, ms; undefined when the error is no matter of pace. */
export const paceMs = ({ status, retryAfterMs }: Pick<GraphErrorFacts, "status" | "retryAfterMs">): number | undefined =>
  PACING.has(status) ? (retryAfterMs ?? PACE_MS) : undefined;

/** Reads an answer that is not 2xx. A redirect is not followed, and counts as an error. */
export const graphErrorOf = ({ status, headers, body }: HttpCallAnswer, now = Date.now()): GraphError => {
  const { codes, message } = errorIn(body);
  const words = [`${status}`, ...codes.slice(0, 1), message].filter(Boolean).join(" ");
  return new GraphError({ status, codes, reply: line(words), retryAfterMs: retryAfterMs(headers["retry-after"], now, RETRY_MAX_MS) });
};

/**
 * What the error means for a mailbox that is opened: 401 and 403 refuse the grant, as a mailbox that Graph does not reach does (404
 * `MailboxNotEnabledForRESTAPI`); anything else says nothing about it.
 */
export const graphFailure = (error: unknown): unknown => {
  if (!(error instanceof GraphError)) return error;
  const { status, reply } = error;
  const isRefused =
    status === 401 || status === 403 || error.has("MailboxNotEnabledForRESTAPI") || error.has("MailboxNotSupportedForRESTAPI");
  const waitMs = paceMs(error);
  return new MailFailure("HTTPS", isRefused ? "credentials" : "refused", {
    at: "login",
    code: status,
    reply,
    ...(waitMs !== undefined && { waitMs }),
    cause: error,
  });
};

const MOST_INNER = 5;

const errorIn = (body: Buffer): { readonly codes: readonly string[]; readonly message: string } => {
  let at = fieldsOf(fieldsOf(boundedJson(body))["error"]);
  const message = typeof at["message"] === "string" ? at["message"] : "";
  const codes: string[] = [];
  for (let deep = 0; deep < MOST_INNER; deep += 1) {
    const { code } = at;
    if (typeof code === "string" && /^[\w.]{1,80}$/.test(code)) codes.push(code);
    at = fieldsOf(at["innerError"] ?? at["innererror"]);
  }
  return { codes, message };
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === "object" && value !== null ? { ...value } : {});

const line = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").slice(0, REPLY_MAX);
