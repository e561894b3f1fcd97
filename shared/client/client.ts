import { EmailServiceError, TimeoutError } from "./errors.ts";
import { endpoints, type Resources, type Send, type SendStatus } from "./generated.ts";
import { type ClientOptions, type Endpoint, type KeyedOptions, pagesOf, type ReadPage, type RequestOptions } from "./options.ts";
import { type Request, send, wait } from "./requests.ts";
import { verifyWebhook } from "./verify-webhook.ts";

/** The send ended in another state than the awaited one; `send` says how and why. */
export class SendEndedError extends EmailServiceError {
  override readonly name = "SendEndedError";
  readonly send: Send;

  constructor(send: Send, wanted: string) {
    super(`The send is ${send.status}, not ${wanted}${send.last_error === "" ? "" : `: ${send.last_error}`}`);
    this.send = send;
  }
}

/** How long to wait. */
export interface WaitOptions extends RequestOptions {
  /** The longest wait, ms; 60,000 when absent. */
  readonly withinMs?: number | undefined;
}

const WITHIN_MS = 60_000;
const FIRST_MS = 250;
const LONGEST_MS = 5_000;
const ENDED: readonly SendStatus[] = ["sent", "failed", "cancelled"];

/** Polls a send until it has a state; throws SendEndedError when it ended in another, TimeoutError after the time limit. */
const waitForStatus = async (
  read: (id: string, options: RequestOptions) => PromiseLike<Send>,
  { id }: { readonly id: string },
  wanted: SendStatus,
  options: WaitOptions,
): Promise<Send> => {
  const end = Date.now() + (options.withinMs ?? WITHIN_MS);
  for (let pause = FIRST_MS; ; pause = Math.min(pause * 1.5, LONGEST_MS)) {
    const send = await read(id, options);
    if (send.status === wanted) return send;
    if (ENDED.includes(send.status)) throw new SendEndedError(send, wanted);
    if (Date.now() + pause > end) throw new TimeoutError(`The send is still ${send.status}`);
    await wait(pause, options.signal);
  }
};

/** The service's client: every operation as `client.resource.method(…)`, and helpers. */
export interface EmailService extends Omit<Resources, "webhooks"> {
  readonly webhooks: Resources["webhooks"] & {
    /** Verifies a webhook's signature and time, and returns its event; throws WebhookVerificationError. */
    readonly verify: typeof verifyWebhook;
  };
  /** Polls a send until it has this state; throws SendEndedError when it ended in another. */
  readonly waitFor: (send: { readonly id: string }, status: SendStatus, options?: WaitOptions) => Promise<Send>;
}

type Query = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** The text of a query: undefined values are left out, an object's fields are in brackets. */
const queryText = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, unknown][] =>
    value !== null && typeof value === "object" && !(value instanceof Date)
      ? Object.entries(value).map(([field, one]) => [`${name}[${field}]`, one])
      : [[name, value]],
  );
  const given = pairs.filter(([, value]) => value !== undefined).map(([name, value]): [string, string] => [name, text(value)]);
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
};

const filled = (path: string, parts: readonly unknown[]): string => {
  let at = 0;
  return path.replaceAll(/\{\w+\}/g, () => {
    const part = parts[at++];
    // A URL's parser resolves "." and "..": the path would be another operation's.
    if (typeof part === "number" || (typeof part === "string" && !/^\.{0,2}$/.test(part))) return encodeURIComponent(part);
    throw new TypeError(`Argument ${at} must be a text that is not empty, "." or "..": ${path}`);
  });
};

/** Assigns the arguments of a method by their roles. */
const argumentsOf = ({ path, takes }: Endpoint, given: readonly unknown[]) => {
  const parts = path.split("{").length - 1;
  const [own, options] = takes === undefined ? [undefined, given[parts]] : given.slice(parts, parts + 2);
  return { path: filled(path, given.slice(0, parts)), own, options: (options ?? {}) as KeyedOptions };
};

const keyOf = ({ idempotencyKey = crypto.randomUUID() }: KeyedOptions): string => {
  if (/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw new TypeError("idempotencyKey must be 1 to 255 printable ASCII characters");
};

/** An address without the slashes at its end. */
const withoutSlashes = (address: string): string => (address.endsWith("/") ? withoutSlashes(address.slice(0, -1)) : address);

const requestOf = (endpoint: Endpoint, path: string, own: unknown, options: KeyedOptions, client: ClientOptions): Request => {
  const { method, takes, idempotent } = endpoint;
  const headers = {
    accept: "application/json",
    ...(client.apiKey !== undefined && { "x-api-key": client.apiKey }),
    ...(takes === "body" && { "content-type": "application/json" }),
    ...(idempotent && { "idempotency-key": keyOf(options) }),
  };
  const query = takes === "query" ? queryText((own ?? {}) as Query) : "";
  const url = `${withoutSlashes(client.baseUrl)}${path}${query}`;
  return {
    method,
    url,
    headers,
    repeatable: method !== "POST" || idempotent === true,
    raw: endpoint.raw === true,
    ...(takes === "body" && { body: JSON.stringify(own) }),
  };
};

/** The URL of a list's next page: the same URL with the query of the `Link` header, wherever that leads, or with the feed's cursor. */
const nextUrl = (endpoint: Endpoint, url: string, response: Response, page: unknown): string | undefined => {
  const { next_cursor: cursor, has_more: more } = page as { next_cursor?: string; has_more?: boolean };
  const next = new URL(url);
  if (endpoint.readOn === "feed") {
    if (!more || cursor === undefined) return undefined;
    next.searchParams.set("after", cursor);
    // What is newest was the first page; the service takes no `latest` beside a cursor.
    next.searchParams.delete("latest");
  } else {
    const link = /<([^<>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    if (link === undefined) return undefined;
    next.search = new URL(link, url).search;
  }
  if (next.href === new URL(url).href) throw new EmailServiceError("The service gave the same page as its next page");
  return next.href;
};

const readPage = async (
  endpoint: Endpoint,
  request: Request,
  options: RequestOptions,
  client: ClientOptions,
): Promise<ReadPage<unknown>> => {
  const { response, json: page } = await send(request, options, client);
  const url = nextUrl(endpoint, request.url, response, page);
  if (url === undefined) return { page };
  return { page, next: () => readPage(endpoint, { ...request, url }, options, client) };
};

const rowsOf =
  ({ rows }: Endpoint) =>
  (page: unknown) =>
    (rows ? (page as Record<string, readonly unknown[]>)[rows] : (page as readonly unknown[])) ?? [];

/** Makes the method of an operation. */
const methodOf =
  (endpoint: Endpoint, client: ClientOptions) =>
  (...given: readonly unknown[]): unknown => {
    const { path, own, options } = argumentsOf(endpoint, given);
    const request = requestOf(endpoint, path, own, options, client);
    if (endpoint.readOn) return pagesOf(() => readPage(endpoint, request, options, client), rowsOf(endpoint));
    const answer = send(request, options, client);
    return answer.then(({ response, json }) => (endpoint.raw ? response : json));
  };

/** Requires options that `fetch` takes: its errors would quote the key or the password. */
const checked = (options: ClientOptions): ClientOptions => {
  const { baseUrl, apiKey } = options;
  const { protocol = "", username, password, search, hash } = URL.canParse(baseUrl) ? new URL(baseUrl) : ({} as Partial<URL>);
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== ""))
    throw new TypeError("baseUrl must be an http or https address without user, password, query and fragment");
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey.trim()))
    throw new TypeError("apiKey is empty, or has characters that no key has");
  return options;
};

/** Makes a client for the service at a URL, with an API key. */
export const createClient = (given: ClientOptions): EmailService => {
  const options = checked(given);
  const resources: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [resource = "", method = ""] = name.split(".");
    (resources[resource] ??= {})[method] = methodOf(endpoint, options);
  }
  const { sends, webhooks, ...others } = resources as unknown as Resources;
  return {
    ...others,
    sends,
    webhooks: { ...webhooks, verify: verifyWebhook },
    waitFor: (waited, status, waiting = {}) => waitForStatus((id, reading) => sends.get(id, reading), waited, status, waiting),
  };
};
