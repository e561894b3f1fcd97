import { type ApiError, ConnectionError, EmailServiceError, errorOf, IdempotencyConflictError, TimeoutError } from "./errors.ts";
import type { ErrorBody } from "./generated.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";

/** A request that can be made repeatedly. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether repeating it has no further effect. */
  readonly repeatable: boolean;
  /** Whether its answer is bytes; else it is JSON. */
  readonly raw: boolean;
}

/** A successful answer; `json` is undefined where it has no body, or bytes. */
export interface Answer {
  readonly response: Response;
  readonly json?: unknown;
}

const RETRIES = 4;
const TIMEOUT_MS = 35_000;
const FIRST_PAUSE_MS = 500;
/** The longest pause that we choose, and the longest that the service may request, ms. */
const LONGEST_PAUSE_MS = 8_000;
const LONGEST_ASKED_MS = 60_000;
/** How long a call waits for an earlier try that still holds its key: the service keeps the key of a request that crashed for a minute. */
const UNDER_WAY_MS = 75_000;

/** The seconds in a Retry-After header (RFC 9110, 10.2.3). */
const secondsOf = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

const answerOf = async (response: Response): Promise<ApiError> => {
  const text = await response.text().catch(() => "");
  let body: Partial<ErrorBody> = {};
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // A gateway's error page: the status is enough.
  }
  const [retryAfter, requestId] = ["retry-after", "x-request-id"].map((name) => response.headers.get(name));
  return errorOf({
    status: response.status,
    body: body ?? {},
    retryAfter: secondsOf(retryAfter ?? null),
    requestId: requestId ?? undefined,
  });
};

/** The error for a try without an answer; an abort by the caller keeps its reason. */
const lost = (error: unknown, { signal }: RequestOptions, timeoutMs: number): unknown => {
  if (signal?.aborted) return signal.reason;
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new TimeoutError(`No answer within ${timeoutMs / 1_000} seconds`, { cause: error });
  return new ConnectionError("The service cannot be reached, or the connection was lost", { cause: error });
};

/** The JSON of an answer. An answer that was cut, or comes from something else than the service, counts as lost. */
const jsonOf = (bytes: ArrayBuffer): unknown => {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof json === "object" && json !== null) return json;
  } catch {
    // Reported below: the error of JSON.parse quotes the answer.
  }
  throw new ConnectionError("The answer is not the service's, or was cut");
};

/** Makes a request once and reads the whole answer, so that a connection that breaks during the answer counts as lost; throws for an error answer. */
const once = async (request: Request, options: RequestOptions, client: ClientOptions): Promise<Answer> => {
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const { method, url, headers, body } = request;
  try {
    const response = await (client.fetch ?? fetch)(url, {
      method,
      headers,
      signal,
      redirect: "error",
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw await answerOf(response);
    if (response.status === 204) return { response };
    const bytes = await response.arrayBuffer();
    return request.raw ? { response: new Response(bytes, response) } : { response, json: jsonOf(bytes) };
  } catch (error) {
    throw error instanceof EmailServiceError ? error : lost(error, options, timeoutMs);
  }
};

/** Whether an earlier try with the same key is still running: a later try gets its answer. */
const isUnderWay = (error: unknown): boolean => error instanceof IdempotencyConflictError && error.retryAfter !== undefined;

/** Whether to retry after a failure: a 429 had no effect; after other failures only when repeating is harmless. */
const mayRepeat = (error: unknown, { repeatable }: Request): boolean => {
  if (!(error instanceof EmailServiceError)) return false;
  const { status } = error as Partial<ApiError>;
  if (status === undefined) return repeatable;
  return status === 429 || (repeatable && (status === 502 || status === 503 || status === 504 || isUnderWay(error)));
};

/**
 * How long to wait before the next try: as the service requests, else doubling each time; with jitter, so that clients do not all retry at the same
 * moment.
 */
const pauseMs = (error: unknown, tries: number): number => {
  const asked = (error as Partial<ApiError>).retryAfter;
  if (asked !== undefined) return Math.min(asked * 1_000 + FIRST_PAUSE_MS * Math.random(), LONGEST_ASKED_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * Math.random();
};

/** Waits for `ms`, or throws the signal's reason when it aborts. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => (clearTimeout(timer), reject(signal?.reason as Error));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", end), resolve()), ms);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });

/** A repeated DELETE gets 404 when an earlier try, whose answer was lost, had deleted the record: this counts as success. */
const deletedBefore = (error: unknown, { method }: Request, answerLost: boolean): boolean =>
  answerLost && method === "DELETE" && (error as Partial<ApiError>).status === 404;

/** Makes a request, and repeats it after 429, 503 or a lost connection; throws the last error. */
export const send = async (request: Request, options: RequestOptions, client: ClientOptions): Promise<Answer> => {
  const retries = options.maxRetries ?? client.maxRetries ?? RETRIES;
  const begun = Date.now();
  let answerLost = false;
  for (let tries = 0; ;) {
    try {
      return await once(request, options, client);
    } catch (error) {
      if (deletedBefore(error, request, answerLost)) return { response: new Response(null, { status: 204 }) };
      // Giving up on a request that still runs would invite the caller to make it again, with another key.
      const waits = retries > 0 && isUnderWay(error) && Date.now() - begun < UNDER_WAY_MS;
      if (!(waits || tries < retries) || !mayRepeat(error, request)) throw error;
      answerLost ||= (error as Partial<ApiError>).status !== 429;
      await wait(pauseMs(error, tries), options.signal);
      if (!waits) tries += 1;
    }
  }
};
