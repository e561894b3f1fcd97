import { type Given, type HttpAnswer, jsonIn, lowerCased, Refusal } from "../http/answer.ts";

/** A call of the stand-in for Graph: the path below `/v1.0` in decoded segments, in which `mailFolders('x')` are two. */
export interface GraphRequest extends Given {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, string>;
}

/** The answer of a refusal (learn.microsoft.com/graph/errors, "Error resource type"). */
export const answerOf = ({ status, code, message, headers }: Refusal): HttpAnswer => ({
  status,
  headers,
  body: { error: { code, message, innerError: { "request-id": crypto.randomUUID(), date: new Date().toISOString().slice(0, 19) } } },
});

/** 404 as Exchange words it. */
export const itemNotFound = (): Refusal => new Refusal(404, "ErrorItemNotFound", "The specified object was not found in the store.");

/** The request's JSON body; throws 400. */
export const jsonOf = ({ body }: GraphRequest): Record<string, unknown> => {
  const fields = jsonIn(body);
  if (!fields) throw new Refusal(400, "BadRequest", "Unable to read JSON request payload.");
  return fields;
};

/** A URL as the stand-in reads it; undefined when it is not below `/v1.0`. */
export const readUrl = (text: string): Pick<GraphRequest, "path" | "query"> | undefined => {
  const url = new URL(text, "https://graph.invalid");
  const [version, ...segments] = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  if (version !== "v1.0") return undefined;
  const path = segments.flatMap((segment) => {
    const [, name, key] = /^([\w.]+)\('(.*)'\)$/.exec(segment) ?? [];
    return name === undefined || key === undefined ? [segment] : [name, key];
  });
  return { path, query: new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value])) };
};

/** The most requests of a batch (learn.microsoft.com/graph/json-batching, "Batch size limitations"). */
const MOST = 20;

interface Part {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly dependsOn?: readonly string[];
}

const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && ["id", "method", "url"].every((name) => typeof value[name as never] === "string");

const partsOf = (request: GraphRequest): readonly Part[] => {
  const { requests } = jsonOf(request);
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isPart))
    throw new Refusal(400, "BadRequest", "Invalid batch payload format.");
  if (requests.length > MOST) throw new Refusal(400, "BadRequest", "Batch request limit exceeded: Max number of requests per batch is 20.");
  const ids = new Set(requests.map(({ id }) => id.toLowerCase()));
  if (ids.size !== requests.length) throw new Refusal(400, "BadRequest", "Request IDs must be unique within a batch.");
  return requests;
};

const bytesOf = ({ body, headers = {} }: Part): Buffer => {
  if (body === undefined) return Buffer.alloc(0);
  if (!Object.keys(headers).some((name) => name.toLowerCase() === "content-type"))
    throw new Refusal(400, "BadRequest", "Content-Type header must be specified for batch requests with a body.");
  return typeof body === "string" ? Buffer.from(body, "base64") : Buffer.from(JSON.stringify(body));
};

/**
 * Answers a batch: each request alone, the answers in another order, bytes in base64 (learn.microsoft.com/graph/json-batching). A request that
 * depends on one that failed fails with 424.
 */
export const answerBatch = async (
  request: GraphRequest,
  answer: (method: string, url: string, given: Pick<GraphRequest, "headers" | "body">) => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  const failed = new Set<string>();
  const responses: object[] = [];
  for (const part of partsOf(request)) {
    const isStopped = part.dependsOn?.some((id) => failed.has(id)) ?? false;
    const {
      status,
      headers = {},
      body,
    } = isStopped
      ? { status: 424, headers: {}, body: { error: { code: "FailedDependency", message: "A request that this one depends on failed." } } }
      : await answer(part.method, `/v1.0/${part.url.replace(/^\//, "")}`, { headers: lowerCased(part.headers ?? {}), body: bytesOf(part) });
    if (status >= 400) failed.add(part.id);
    const shown = Buffer.isBuffer(body) ? body.toString("base64") : body;
    responses.push({ id: part.id, status, headers, ...(shown !== undefined && { body: shown }) });
  }
  return { status: 200, body: { responses: responses.toReversed() } };
};
