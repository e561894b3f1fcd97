import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { type CallHttp, type HttpCall, type HttpCallAnswer, retryAfterMs } from "#shared/platform/egress/egress.ts";
import { boundedJson, fieldsOf } from "./json.ts";

const LONGEST_MS = 3_600_000;
/** As many mailboxes are remembered; the oldest are forgotten first. */
const MOST = 10_000;

/** The mailboxes that were told to slow down: how often in a row, until when they wait, and how long that was. */
const slowed = new Map<string, { readonly times: number; readonly until: number; readonly waitMs: number }>();

/**
 * How long a mailbox waits after it was told to slow down without a time, ms: `baseMs`, doubled each time in a row up to an hour, and reduced by up
 * to half by `random` in [0, 1), so that the mailboxes of a project do not return together. Calls in progress when the wait began do not count again.
 * Each process has its own state.
 */
export const growingMs = (
  { api, username }: Pick<ApiAccount, "api" | "username">,
  baseMs: number,
  now = Date.now(),
  random = Math.random(),
): number => {
  const key = `${api} ${username}`;
  const before = slowed.get(key);
  if (before && now < before.until) return before.until - now;
  const isInARow = before !== undefined && now < before.until + before.waitMs + baseMs;
  const times = isInARow ? before.times + 1 : 0;
  const waitMs = Math.round(Math.min(baseMs * 2 ** times, LONGEST_MS) * (0.5 + random / 2));
  slowed.delete(key);
  slowed.set(key, { times, until: now + waitMs, waitMs });
  const [oldest] = slowed.keys();
  if (slowed.size > MOST && oldest !== undefined) slowed.delete(oldest);
  return waitMs;
};

const REPLY_MAX = 500;
const RETRY_MAX_MS = 3_600_000;

/** What an interface's answer says about an error. */
export interface ApiErrorFacts {
  readonly status: number;
  /** The codes in its body; which come first, its rules say. */
  readonly codes: readonly string[];
  /** Its words, for people. */
  readonly message: string;
  /** How long it asks to wait, ms, an hour at most; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** What differs from one HTTP interface for mail to another. */
export interface ApiRules {
  /** Its name in errors, such as "Microsoft Graph". */
  readonly service: string;
  /** Header fields of every call. */
  readonly headersOf?: (call: ApiCall) => Readonly<Record<string, string>>;
  /** The codes and the message in the JSON of an error. */
  readonly errorIn: (
    answer: Readonly<Record<string, unknown>>,
    call?: ApiCall,
  ) => { readonly codes: readonly string[]; readonly message: string };
  /** Whether the error asks to slow down. */
  readonly isPace: (error: ApiErrorFacts) => boolean;
  /** How long the mailbox then sends no requests at first, ms, where the answer does not say. */
  readonly paceMs: number;
  /** The wait, ms, that the words of an error name; absent where only Retry-After does. */
  readonly toldMs?: (words: string, now: number) => number | undefined;
  /** Whether the error is about the operator's project, and not about this mailbox; never, when absent. */
  readonly isOperators?: (error: ApiErrorFacts) => boolean;
  /** Whether the error refuses the grant; any other says nothing about it. */
  readonly refusesGrant: (error: ApiErrorFacts) => boolean;
}

/** The interface answered with an error; `message` has only its status and codes. */
export class ApiError extends Error implements Omit<ApiErrorFacts, "message"> {
  override readonly name = "ApiError";
  readonly status: number;
  readonly codes: readonly string[];
  /** The answer's status, code and message on one line, for the mailbox's owner. */
  readonly reply: string;
  readonly retryAfterMs: number | undefined;
  /** How long the mailbox must send no requests, ms; undefined when the error is no throttling. */
  readonly paceMs: number | undefined;
  /** Whether the operator's project is refused, and not this mailbox. */
  readonly isOperators: boolean;
  readonly refusesGrant: boolean;

  constructor(rules: ApiRules, facts: ApiErrorFacts & { readonly reply: string }, account: Pick<ApiAccount, "api" | "username">) {
    super(`${rules.service} answered ${[facts.status, ...facts.codes].join(" ")}`);
    this.status = facts.status;
    this.codes = facts.codes;
    this.reply = facts.reply;
    this.retryAfterMs = facts.retryAfterMs;
    const told = facts.retryAfterMs ?? rules.toldMs?.(facts.message, Date.now());
    this.paceMs = rules.isPace(facts) ? (told ?? growingMs(account, rules.paceMs)) : undefined;
    this.isOperators = rules.isOperators?.(facts) ?? false;
    this.refusesGrant = rules.refusesGrant(facts);
  }

  has(...codes: readonly string[]): boolean {
    return this.codes.some((one) => codes.some((code) => one.toLowerCase() === code.toLowerCase()));
  }
}

/** Reads an answer that is not 2xx. A redirect is not followed, and counts as an error. */
export const apiErrorOf = (
  rules: ApiRules,
  account: Pick<ApiAccount, "api" | "username">,
  { status, headers, body }: HttpCallAnswer,
  call?: ApiCall,
): ApiError => {
  const told = rules.errorIn(fieldsOf(boundedJson(body)), call);
  const codes = told.codes.filter((code) => /^[\w.]{1,80}$/.test(code));
  const reply = line([`${status}`, ...codes.slice(0, 1), told.message].filter(Boolean).join(" "));
  const waitMs = retryAfterMs(headers["retry-after"], Date.now(), RETRY_MAX_MS);
  return new ApiError(rules, { status, codes, message: told.message, reply, retryAfterMs: waitMs }, account);
};

const line = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").slice(0, REPLY_MAX);

/** How long nothing is asked where the operator's project is refused, ms. */
const OPERATORS_MS = 15 * 60_000;

/** The meaning of an error when a mailbox is opened or read: the grant is refused, the operator's project, or the request. */
export const apiFailure = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { status: code, reply, isOperators, refusesGrant } = error;
  const waitMs = isOperators ? OPERATORS_MS : error.paceMs;
  return new MailFailure("HTTPS", isOperators ? "operator" : refusesGrant ? "credentials" : "refused", {
    at: "login",
    code,
    reply,
    ...(waitMs !== undefined && { waitMs }),
    cause: error,
  });
};

/** The answer is larger than the maximum. */
class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
  }
}

/** Statuses with which a server refuses a request for its form or its size (RFC 9110, 15.5.1, 15.5.14, 15.5.15, 15.6.2). */
const FORM: ReadonlySet<unknown> = new Set([400, 413, 414, 501]);

/** Whether a request failed because of its size or form: by the error's status, or because the answer was too long. */
export const isTooMuch = (error: unknown): boolean => {
  if (error instanceof ApiError) return FORM.has(error.status);
  if (!(error instanceof MailFailure)) return false;
  return FORM.has(error.code) || error.cause instanceof AnswerTooLong;
};

/** A call to an HTTP interface. */
export interface ApiCall {
  /** GET when absent. */
  readonly method?: HttpCall["method"];
  /** The path below the interface's root, or a complete link from it, such as Graph's `@odata.nextLink`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, with its content type. */
  readonly body?: { readonly type: string; readonly bytes: string | Uint8Array };
  /** Preferences (RFC 7240), such as `odata.maxpagesize=50`. */
  readonly prefer?: readonly string[];
  /** The hard time limit, ms; 30 s when absent. */
  readonly withinMs?: number;
  /** The maximum size of the answer, bytes; 1 MB when absent. */
  readonly readMax?: number;
}

/** Calls to an interface. All throw ApiError for an answer with an error, and MailFailure when no answer came or it was too large. */
export interface ApiClient {
  /** The answer's JSON; an empty object for an answer without a body. */
  json(account: ApiAccount, call: ApiCall): Promise<Readonly<Record<string, unknown>>>;
  /** The answer's bytes, such as a message's MIME content. */
  bytes(account: ApiAccount, call: ApiCall): Promise<Buffer>;
  /** The answer whole, for one whose header fields matter. */
  answer(account: ApiAccount, call: ApiCall): Promise<HttpCallAnswer>;
  /** Sends a range of bytes to the URL of an upload session, which needs no token (learn.microsoft.com/graph/outlook-large-attachments). */
  upload(account: ApiAccount, url: string, bytes: Uint8Array, range: { readonly from: number; readonly size: number }): Promise<void>;
}

const WITHIN_MS = 30_000;
const UPLOAD_WITHIN_MS = 60_000;
const READ_MAX = 1024 * 1024;

/** No answer that says anything came to a request that may have taken effect; `at` tells it from a connection that never came about. */
const unanswered = (cause: Error): MailFailure => new MailFailure("HTTPS", "unreachable", { at: "session", cause });

/** Calls through the egress rules, without redirects, each within one deadline and with an answer of limited size. */
export const apiClient = (callHttp: CallHttp, rules: ApiRules): ApiClient => {
  const answered = async (call: HttpCall, account: Pick<ApiAccount, "api" | "username">, of?: ApiCall): Promise<HttpCallAnswer> => {
    const answer = await callHttp(call).catch((cause: unknown) => {
      throw cause instanceof MailFailure ? cause : unanswered(nameOf(cause));
    });
    if (answer.status < 200 || answer.status > 299) throw apiErrorOf(rules, account, answer, of);
    if (answer.body.length >= call.readMax) throw unanswered(new AnswerTooLong());
    return answer;
  };
  const answer: ApiClient["answer"] = (account, call) => answered(httpCallOf(rules, account, call), account, call);
  const bytes: ApiClient["bytes"] = async (account, call) => (await answer(account, call)).body;
  return {
    answer,
    bytes,
    json: async (account, call) => parsed(await bytes(account, call)),
    upload: async (account, address, body, { from, size }) => {
      const headers = {
        "content-type": "application/octet-stream",
        "content-range": `bytes ${from}-${from + body.length - 1}/${size}`,
      };
      await answered({ method: "PUT", url: secureUrl(address), headers, body, withinMs: UPLOAD_WITHIN_MS, readMax: READ_MAX }, account);
    },
  };
};

const httpCallOf = (rules: ApiRules, account: ApiAccount, call: ApiCall): HttpCall => {
  const { method = "GET", path, json, body, withinMs = WITHIN_MS, readMax = READ_MAX } = call;
  const sent = json === undefined ? body : { type: "application/json", bytes: JSON.stringify(json) };
  const headers = {
    authorization: `Bearer ${account.credential.accessToken}`,
    accept: "application/json, */*",
    ...rules.headersOf?.(call),
    ...(sent && { "content-type": sent.type }),
  };
  return { method, url: urlOf(account, path), headers, body: sent?.bytes ?? "", withinMs, readMax };
};

/** A link in an answer is followed only below the service's root, because the token goes with it. */
const urlOf = ({ apiUrl }: ApiAccount, path: string): URL => {
  if (path.startsWith("/")) return new URL(apiUrl + path);
  const root = new URL(apiUrl);
  const link = URL.canParse(path) ? new URL(path) : undefined;
  if (link?.origin !== root.origin || !link.pathname.startsWith(`${root.pathname.replace(/\/$/, "")}/`))
    throw new MailFailure("HTTPS", "unreachable", { cause: new Error("a link leads away from the service") });
  return link;
};

/** An upload's address in plain text is taken only where the guard lets plain text through at all. */
const secureUrl = (address: string): URL => {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the upload's address is not one") });
};

const parsed = (body: Buffer): Readonly<Record<string, unknown>> => {
  if (body.length === 0) return {};
  const value = boundedJson(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unanswered(new Error("the answer cannot be read"));
};

/** An error of the connection by its name and code alone: its own fields may hold the request with its token. */
const nameOf = (cause: unknown): Error =>
  cause instanceof Error ? new Error("code" in cause ? `${cause.name} ${String(cause.code)}` : cause.name) : new Error("failed");
