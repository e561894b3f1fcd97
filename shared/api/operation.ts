import * as z from "zod/mini";
import type { AuditAction } from "#shared/accounts/audit-log.ts";
import type { BoundKind } from "#shared/accounts/auth/bounds.ts";

/** The HTTP statuses an error answer may carry (api/README.md, "Ground rules"). */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 429 | 500 | 502 | 503;

/**
 * The permissions of a named API key. `send`: send and answer mail, and approve what is held; `read`: read mail, set read flags and, together with
 * `send`, forward; `admin`: manage mailboxes and keys; `draft`: write mail that is held for approval, and nothing else.
 */
export const scopes = ["send", "read", "admin", "draft"] as const;

/** What a login's key and a console session may do: everything. `draft` would only take from that. */
export const allScopes = ["send", "read", "admin"] as const satisfies readonly (typeof scopes)[number][];

/** Whether an API key is for live mail, or for the account's test world. */
export const modes = ["live", "test"] as const;

/** A permission of an API key. */
export type Scope = (typeof scopes)[number];

/**
 * What a key that is bound to a tenant or to mailboxes may do with an operation (api/README.md, "Tenants and bound keys"). `open`: it needs no key.
 * `all`: it reads nothing of an account's mailboxes. `member`: 404 for keys, answered to the session of a member. `none`: 404, like an unknown path.
 * `tenant`: only keys bound to a tenant, else 404. Otherwise: the kind of each id that the request names in its path, query or body; an id outside
 * the bounds is 404. `rows`: the answer lists only what is within the bounds. `by`: refused to keys that are bound to mailboxes.
 */
export type BoundRule =
  | "open"
  | "all"
  | "none"
  | "member"
  | "tenant"
  | {
      readonly id?: BoundKind;
      readonly named?: Readonly<Record<string, BoundKind>>;
      readonly rows?: "within";
      readonly by?: "tenant";
    };

/** Any zod schema; operations keep the exact type, so that handlers get the inferred one. */
export type Schema = z.ZodMiniType;

/** The query of an operation that reads none; unknown fields are ignored, because mail programs and campaigns add parameters to links. */
export const anyQuery = z.object({});

/** An operation as a tool of language models, at POST /mcp (modelcontextprotocol.io, "Tools"). */
export interface Tool {
  /** Its name: at most 64 letters, digits, _ and -. */
  readonly name: string;
  /** What it does, what it costs, and what cannot be undone. */
  readonly description: string;
  /** The inputs that are described to models, of path, query and body; all when absent. The operation takes the others as well. */
  readonly inputs?: readonly string[];
  /** Inputs that always have this value. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** `reads`: it changes nothing; `adds`; `changes` what there is; `final`: mail leaves by every call, so that keys with `draft` are not told of it. */
  readonly effect: "reads" | "adds" | "changes" | "final";
  /** Whether repeating it with the same inputs changes nothing more. */
  readonly repeatable?: boolean;
}

/** One operation of the API as data, from which parsing, types, routes, OpenAPI, the README's table and the contract tests are made. */
export interface Operation<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
  Id extends string = string,
> {
  /** Its file's path under functions/: `sending/cancel` is functions/sending/cancel.ts. */
  readonly id: Id;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The route with `{name}` placeholders, in API Gateway's syntax. */
  readonly path: string;
  /** What bound keys may do with it. */
  readonly boundKeys: BoundRule;
  /** Two to four words, for lists of operations. */
  readonly summary: string;
  /** What it does, in a sentence. */
  readonly description: string;
  /** `key`: X-API-Key is required; `bearer`: a key as a bearer token (RFC 6750), with any scope; `none`: open to anyone. */
  readonly auth: "key" | "bearer" | "none";
  /** The scope that the API key needs; a key from a login has every scope. */
  readonly scope: Scope;
  /**
   * Whether a key with `draft` may call it as well: what it writes is held, and it changes only what it holds itself. The operation sees to that
   * (`writtenBy`, `ownHeld`).
   */
  readonly drafts: boolean;
  /**
   * Whether the key also needs `read`, because the request can send stored mail to recipients of the client's choice: always, or when one of these
   * fields is given.
   */
  readonly shows: "always" | readonly string[] | undefined;
  /**
   * Whether the key also needs `send`, because it changes what leaves and to whom, as a correction does: always, or when one of these fields is
   * given.
   */
  readonly steers: "always" | readonly string[] | undefined;
  /** The fields of the answer that a key without `read` sees, the rest being empty; undefined where the answer contains only what the client sent. */
  readonly withoutRead: readonly string[] | undefined;
  /**
   * `probe`: it opens connections to servers of the client's choice, so it has a lower limit. `credentials`: the same, but only when the body
   * contains credentials or a webhook's URL.
   */
  readonly limit: "probe" | "credentials" | undefined;
  /** True where the Idempotency-Key header is supported: every POST that creates or bills (api/README.md, "Ground rules"). */
  readonly idempotent: boolean;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** True where the body is a form and not JSON; `oneClick` where mail programs send it as they like (RFC 8058). `formOperation` makes such operations. */
  readonly form: boolean | "oneClick";
  /** Undefined for 204 and for answers other than JSON (attachment bytes, the documentation page). */
  readonly response: R;
  readonly status: 200 | 201 | 204;
  readonly errors: readonly ErrorStatus[];
  /** The audit log's action for this operation; undefined when it leaves no entry. */
  readonly audited: AuditAction | undefined;
  /** The action where the session of a member makes the request, of an operation that leaves no entry otherwise: who did it is told nowhere else. */
  readonly auditsMembers: AuditAction | undefined;
  /** Whether a refusal with 401 leaves an audit entry, too. */
  readonly auditsRefusals: boolean;
  /** Whether it stores something new, so that a full test world refuses it (409 `sandbox_full`). */
  readonly fills: boolean;
  /** The date by which a list's rows are sorted, newest first; undefined where the answer is no list in pages. */
  readonly pagedBy: "created_at" | "received_at" | "last_message_at" | "at" | undefined;
  /** The date by which its rows stand in an order that the query names, the oldest first. */
  readonly pagedInOrder: Readonly<Record<string, string>>;
  /** The mode of keys that it is for; undefined for both. */
  readonly mode: (typeof modes)[number] | undefined;
  /** Whether it is answered or refused with 503 in maintenance; by default only GET is answered. */
  readonly inMaintenance: "answered" | "refused";
  /** Whether the answer waits for foreign servers; `fresh`: only when the query has `fresh=true`. */
  readonly outside: "never" | "always" | "fresh";
  /** How long clients may cache an answer that depends only on the path, seconds; undefined for all other answers. */
  readonly cachedSeconds: number | undefined;
  /** As which tools language models see it; none for most. */
  readonly tools: readonly Tool[];
  /** A request body and an answer that work as printed, for the documentation. */
  readonly example: { readonly body?: unknown; readonly response?: unknown };
}

/** The fields that `operation` requires; the rest have the defaults of an authenticated operation without body that returns 200. */
type OperationFacts<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema | undefined,
  Id extends string,
> = Pick<Operation, "method" | "path" | "boundKeys" | "summary" | "description" | "errors"> &
  Partial<
    Pick<
      Operation,
      | "auth"
      | "scope"
      | "drafts"
      | "shows"
      | "steers"
      | "withoutRead"
      | "limit"
      | "cachedSeconds"
      | "idempotent"
      | "audited"
      | "auditsMembers"
      | "auditsRefusals"
      | "fills"
      | "pagedBy"
      | "pagedInOrder"
      | "outside"
      | "mode"
      | "inMaintenance"
      | "status"
      | "tools"
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
  drafts: false,
  shows: undefined,
  steers: undefined,
  withoutRead: undefined,
  limit: undefined,
  idempotent: false,
  audited: undefined,
  auditsMembers: undefined,
  auditsRefusals: false,
  fills: false,
  pagedBy: undefined,
  pagedInOrder: {},
  form: false,
  outside: "never",
  mode: undefined,
  inMaintenance: facts.method === "GET" ? "answered" : "refused",
  cachedSeconds: undefined,
  status: 200,
  tools: [],
  example: {},
  ...facts,
  params: facts.params as P,
  query: facts.query as Q,
  body: facts.body as B,
  response: facts.response as R,
});

/** Describes an operation that takes a form from anyone: the handler reads the body itself, after it has checked the token. */
export const formOperation = <
  const Id extends string,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(
  facts: OperationFacts<P, Q, B, R, Id> & { readonly form?: "oneClick" },
): Operation<P, Q, B, R, Id> & { readonly form: true | "oneClick" } => ({ ...operation(facts), form: facts.form ?? true });

/** The parsed value of a schema. */
export type OutputOf<S extends Schema> = z.output<S>;
type Parsed<S> = S extends Schema ? OutputOf<S> : undefined;

/** The parsed request of an operation, typed by its schemas. */
export interface RequestOf<O extends Operation> {
  readonly params: Parsed<O["params"]>;
  readonly query: Parsed<O["query"]>;
  /** For a form: the function that reads it, which throws 400, 413 or 415. */
  readonly body: O extends { readonly form: true | "oneClick" } ? () => Parsed<O["body"]> : Parsed<O["body"]>;
}

/** The JSON answer of an operation, typed by its response schema. */
export type AnswerOf<O extends Operation> = Parsed<O["response"]>;

/** The OpenAPI document's sentence for a schema, and its name if it is one of the document's components. */
export const words = z.registry<{ id?: string; description?: string }>();

/** A copy of a schema with a sentence, so that fields do not share sentences. */
export const described = <S extends Schema>(schema: S, description: string): S => {
  const own = schema.clone();
  words.add(own, { description });
  return own;
};

/** A component of the document, with its sentence. */
export const named = <S extends Schema>(id: string, schema: S, description: string): S => {
  words.add(schema, { id, description });
  return schema;
};
