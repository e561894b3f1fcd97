import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { type HttpCallAnswer, retryAfterMs, type CallHttp, type HttpCall } from "#shared/platform/egress/egress.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";

/** The deepest nesting of an answer: a batch of pages of messages has ten levels. */
const DEPTH_MAX = 32;
/** The most objects and lists of an answer: a batch of 20 pages of 500 messages has a fifth. */
const PARTS_MAX = 500_000;

const [QUOTE, BACKSLASH, BRACE, BRACKET, BRACE_END, BRACKET_END] = Buffer.from('"\\{[}]');

/** Where the string ends that begins before `from`: at its closing quote, or at the end of the text. */
const stringEnd = (text: Buffer, from: number): number => {
  for (let end = text.indexOf(QUOTE!, from); end >= 0; end = text.indexOf(QUOTE!, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
};

/** Whether the text has few enough objects and lists, none of them too deep: parsing takes time and memory for each. */
const isModest = (text: Buffer): boolean => {
  let [depth, parts] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === QUOTE) at = stringEnd(text, at + 1);
    else if (byte === BRACE_END || byte === BRACKET_END) depth -= 1;
    else if (byte === BRACE || byte === BRACKET) {
      depth += 1;
      parts += 1;
      if (depth > DEPTH_MAX || parts > PARTS_MAX) return false;
    }
  }
  return true;
};

/** Parses JSON of a foreign server; undefined for text that is no JSON, is nested more than 32 deep, or has more than 500,000 objects and lists. */
export const boundedJson = (text: Buffer): unknown => {
  try {
    return isModest(text) ? JSON.parse(text.toString()) : undefined;
  } catch {
    return undefined;
  }
};

const REPLY_MAX = 500;
const RETRY_MAX_MS = 3_600_000;

/** What Graph's answer says about an error. */
export interface GraphErrorFacts {
  readonly status: number;
  /** The most detailed codes come last, as in `error.innerError` (learn.microsoft.com/graph/errors). */
  readonly codes: readonly string[];
  /** The answer's status, code and message on one line, for the mailbox's owner. */
  readonly reply: string;
  /** How long Graph asks to wait, ms, an hour at most; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** Graph answered with an error; `message` has only its status and code. */
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
/** The waiting time, ms, when the answer names none; the documentation then asks for "a delay". */
const PACE_MS = 60_000;

/** How long the mailbox must send Graph no requests after this error, ms; undefined when the error is no throttling. */
export const paceMs = ({ status, retryAfterMs }: Pick<GraphErrorFacts, "status" | "retryAfterMs">): number | undefined =>
  PACING.has(status) ? (retryAfterMs ?? PACE_MS) : undefined;

/** Reads an answer that is not 2xx. A redirect is not followed, and counts as an error. */
export const graphErrorOf = ({ status, headers, body }: HttpCallAnswer, now = Date.now()): GraphError => {
  const { codes, message } = errorIn(body);
  const words = [`${status}`, ...codes.slice(0, 1), message].filter(Boolean).join(" ");
  return new GraphError({ status, codes, reply: line(words), retryAfterMs: retryAfterMs(headers["retry-after"], now, RETRY_MAX_MS) });
};

/**
 * The meaning of an error when a mailbox is opened. 401 and 403 mean that the grant is refused, and so does 404 `MailboxNotEnabledForRESTAPI`, for a
 * mailbox that Graph cannot reach; any other error says nothing about the grant.
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

/** A call to Microsoft Graph. */
export interface GraphCall {
  /** GET when absent. */
  readonly method?: HttpCall["method"];
  /** The path below the service's root, such as `${mailboxPath(account)}/messages`, or a complete link from Graph, such as `@odata.nextLink`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, with its content type. */
  readonly body?: { readonly type: string; readonly bytes: string | Uint8Array };
  /** Preferences besides immutable ids, such as `odata.maxpagesize=50`. */
  readonly prefer?: readonly string[];
  /** The hard time limit, ms; 30 s when absent. */
  readonly withinMs?: number;
  /** The maximum size of the answer, bytes; 1 MB when absent. */
  readonly readMax?: number;
}

/** The answer is larger than the maximum. */
export class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
  }
}

/** Calls to Graph. Both throw GraphError for an answer with an error, and MailFailure when no answer came or it was too large. */
export interface GraphClient {
  /** The answer's JSON; an empty object for an answer without a body. */
  json(account: ApiAccount, call: GraphCall): Promise<Readonly<Record<string, unknown>>>;
  /** The answer's bytes, such as a message's MIME content. */
  bytes(account: ApiAccount, call: GraphCall): Promise<Buffer>;
  /** Sends a range of bytes to the URL of an upload session, which needs no token (learn.microsoft.com/graph/outlook-large-attachments). */
  upload(url: string, bytes: Uint8Array, range: { readonly from: number; readonly size: number }): Promise<void>;
}

const WITHIN_MS = 30_000;
const UPLOAD_WITHIN_MS = 60_000;
const READ_MAX = 1024 * 1024;

/** Ids that survive a move to another folder (learn.microsoft.com/graph/outlook-immutable-id); the header holds for its own request alone. */
const IMMUTABLE = 'IdType="ImmutableId"';

/** The path of the mailbox: the member's own, or one that the member may use (learn.microsoft.com/graph/outlook-share-messages-folders). */
export const mailboxPath = ({ mailboxUser }: Pick<ApiAccount, "mailboxUser">): string =>
  mailboxUser === undefined ? "/me" : `/users/${encodeURIComponent(mailboxUser)}`;

/** Calls through the egress rules, without redirects, each within one deadline and with an answer of limited size. */
export const graphClient = (callHttp: CallHttp): GraphClient => {
  const answered = async (call: HttpCall): Promise<HttpCallAnswer> => {
    const answer = await callHttp(call).catch((cause: unknown) => {
      throw cause instanceof MailFailure ? cause : new MailFailure("HTTPS", "unreachable", { cause: nameOf(cause) });
    });
    if (answer.status < 200 || answer.status > 299) throw graphErrorOf(answer);
    if (answer.body.length >= call.readMax) throw new MailFailure("HTTPS", "unreachable", { cause: new AnswerTooLong() });
    return answer;
  };
  const bytes: GraphClient["bytes"] = async (account, call) => (await answered(httpCallOf(account, call))).body;
  return {
    bytes,
    json: async (account, call) => parsed(await bytes(account, call)),
    upload: async (address, body, { from, size }) => {
      const headers = {
        "content-type": "application/octet-stream",
        "content-range": `bytes ${from}-${from + body.length - 1}/${size}`,
      };
      await answered({ method: "PUT", url: secureUrl(address), headers, body, withinMs: UPLOAD_WITHIN_MS, readMax: READ_MAX });
    },
  };
};

const httpCallOf = (account: ApiAccount, call: GraphCall): HttpCall => {
  const { method = "GET", path, json, body, prefer = [], withinMs = WITHIN_MS, readMax = READ_MAX } = call;
  const sent = json === undefined ? body : { type: "application/json", bytes: JSON.stringify(json) };
  const headers = {
    authorization: `Bearer ${account.credential.accessToken}`,
    accept: "application/json, */*",
    prefer: [IMMUTABLE, ...prefer].join(", "),
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
  throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the answer cannot be read") });
};

/** An error of the connection by its name and code alone: its own fields may hold the request with its token. */
const nameOf = (cause: unknown): Error =>
  cause instanceof Error ? new Error("code" in cause ? `${cause.name} ${String(cause.code)}` : cause.name) : new Error("failed");
