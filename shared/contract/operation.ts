import type * as z from "zod/mini";

/** The HTTP statuses an error answer may carry (contract/README.md, "Ground rules"). */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 429 | 500 | 502 | 503;

/** What a named API key may do: send and answer mail; read it, mark it read and, with `send`, forward it; manage mailboxes and keys. */
export const scopes = ["send", "read", "admin"] as const;

/** One thing that an API key may do. */
export type Scope = (typeof scopes)[number];

/** Any zod schema; operations keep the exact one so that handlers get its inferred type. */
export type Schema = z.ZodMiniType;

/** One operation of the API as data: from it derive parsing, types, routes, OpenAPI, the README's table and the contract tests. */
export interface Operation<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
  Id extends string = string,
> {
  /** The path of its file under functions/: `sending/cancel` is functions/sending/cancel.ts. */
  readonly id: Id;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The route with `{name}` placeholders, as API Gateway writes it. */
  readonly path: string;
  /** Two to four words, as a list of operations shows them. */
  readonly summary: string;
  /** What it does, in a sentence. */
  readonly description: string;
  /** `key`: X-API-Key is required; `none`: open to anyone. */
  readonly auth: "key" | "none";
  /** What the API key must be allowed; a key from a login may do everything. */
  readonly scope: Scope;
  /** Where the request shows stored mail to whom the client names, the key must be allowed to `read` too: always, or when one of these fields is given. */
  readonly shows: "always" | readonly string[] | undefined;
  /** Fields of the answer for a key that may not `read`, the others are empty; undefined where the answer tells nothing that the client did not send. */
  readonly withoutRead: readonly string[] | undefined;
  /** `probe`: opens connections to servers of the client's choice, so it has a scarcer limit; `credentials`: only where the body brings some, or the address of a webhook. */
  readonly limit: "probe" | "credentials" | undefined;
  /** True where the Idempotency-Key header is honoured: every POST that creates or bills (contract/README.md, "Ground rules"). */
  readonly idempotent: boolean;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** True where the body is a form and not JSON. */
  readonly form: boolean;
  /** Undefined for 204 and for answers that are not JSON (attachment bytes, the documentation page). */
  readonly response: R;
  readonly status: 200 | 201 | 204;
  readonly errors: readonly ErrorStatus[];
  /** The date by which its rows stand, newest first; undefined where the answer is no list in pages. */
  readonly pagedBy: "created_at" | "received_at" | "last_message_at" | undefined;
  /** Whether its answer waits for servers that are not ours, which takes as long as they take; `fresh`: when the query asks for it. */
  readonly outside: "never" | "always" | "fresh";
  /** For how long clients may keep an answer that depends on nothing but the path, seconds; undefined for every other. */
  readonly cachedSeconds: number | undefined;
  /** A request body and an answer that work as printed, for the documentation. */
  readonly example: { readonly body?: unknown; readonly response?: unknown };
}

/** What `operation` must be given; everything else has the default of an authenticated, bodiless, 200 answer. */
export type OperationFacts<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema | undefined,
  Id extends string,
> = Pick<Operation, "method" | "path" | "summary" | "description" | "errors"> &
  Partial<
    Pick<
      Operation,
      | "auth"
      | "scope"
      | "shows"
      | "withoutRead"
      | "limit"
      | "form"
      | "cachedSeconds"
      | "idempotent"
      | "pagedBy"
      | "outside"
      | "status"
      | "example"
    >
  > & {
    readonly id: Id;
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly response?: R;
  };

/** Describes one operation; the table in operations.ts lists them all. */
export const operation = <
  const Id extends string,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(
  facts: OperationFacts<P, Q, B, R, Id>,
): Operation<P, Q, B, R, Id> => ({
  auth: "key",
  scope: facts.method === "GET" ? "read" : "admin",
  shows: undefined,
  withoutRead: undefined,
  limit: undefined,
  idempotent: false,
  pagedBy: undefined,
  form: false,
  outside: "never",
  cachedSeconds: undefined,
  status: 200,
  example: {},
  ...facts,
  params: facts.params as P,
  query: facts.query as Q,
  body: facts.body as B,
  response: facts.response as R,
});

/** What a schema answers for what it accepts. */
export type OutputOf<S extends Schema> = z.output<S>;
type Parsed<S> = S extends Schema ? OutputOf<S> : undefined;

/** The parsed request of an operation, typed by its schemas. */
export interface RequestOf<O extends Operation> {
  readonly params: Parsed<O["params"]>;
  readonly query: Parsed<O["query"]>;
  readonly body: Parsed<O["body"]>;
}

/** The JSON answer of an operation, typed by its response schema. */
export type AnswerOf<O extends Operation> = Parsed<O["response"]>;
