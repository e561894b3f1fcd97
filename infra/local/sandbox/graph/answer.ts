/** An answer of the stand-in for Microsoft Graph. */
export interface GraphAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes; absent for none. */
  readonly body?: object | Buffer;
}

/** A call of the stand-in: the path below `/v1.0` in decoded segments, in which `mailFolders('x')` are two. */
export interface GraphRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, string>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** A refusal with Graph's status and code (learn.microsoft.com/graph/errors). */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    [this.status, this.code, this.headers] = [status, code, headers];
  }
}

/** The answer of a refusal (learn.microsoft.com/graph/errors, "Error resource type"). */
export const answerOf = ({ status, code, message, headers }: GraphError): GraphAnswer => ({
  status,
  headers,
  body: { error: { code, message, innerError: { "request-id": crypto.randomUUID(), date: new Date().toISOString().slice(0, 19) } } },
});

/** 404 as Exchange words it. */
export const itemNotFound = (): GraphError => new GraphError(404, "ErrorItemNotFound", "The specified object was not found in the store.");

/** The request's JSON body; throws 400. */
export const jsonOf = ({ body }: GraphRequest): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body.toString() || "{}");
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw new GraphError(400, "BadRequest", "Unable to read JSON request payload.");
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
