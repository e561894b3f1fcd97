import * as z from "zod/mini";
import middy from "@middy/core";
import type { Operation, Schema, AnswerOf, RequestOf } from "../operation.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import type { IdempotencyClaim } from "#shared/accounts/auth/request-ports.ts";
import { wrongMode, insufficientScope, inMaintenance, tooManyRequests } from "#shared/platform/errors.ts";
import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result, Context } from "aws-lambda";
import { cursorOf } from "../paging.ts";
import { answerToError, jsonAnswer, type RawAnswer, rawAnswer, cachedAnswers } from "./answer.ts";
import { addressLimits, type Limited, rateHeaders, limitProbes, type EndpointDeps } from "./request-limits.ts";
import { authenticator, bearerIn, cookiesOf, sessionOf, assertMayCall, assertNamesWithin, mailboxesShown } from "./authenticate.ts";
import { idempotently } from "./idempotent.ts";
import { parseRequest } from "./parse-request.ts";

/** Throws 403 where an operation is for live mail alone, or for test worlds alone, and the key is of the other mode. */
const assertMode = ({ mode }: Operation, key: KeyInUse): void => {
  if (mode !== undefined && mode !== (key.mode ?? "live")) throw wrongMode(mode);
};

type Row = Readonly<Record<string, unknown>>;

/** The query of the next page, which does not pull new mail again. */
const nextQuery = (event: Event, cursor: string): string => {
  const query = new URLSearchParams(event.rawQueryString);
  for (const name of ["offset", "fresh"]) query.delete(name);
  query.set("cursor", cursor);
  return query.toString();
};

/**
 * Adds the next page's cursor to a list, and the header with its link (RFC 8288); unchanged when the page is not full or has all, or the answer is no
 * list.
 */
const withNextPage = ({ pagedBy, pagedInOrder }: Operation, event: Event, query: unknown, answer: unknown) => {
  const nothing = { answer, headers: {} };
  if (pagedBy === undefined) return nothing;
  const rows = (Array.isArray(answer) ? answer : Object.values(answer as object).find(Array.isArray)) as readonly Row[];
  const last = rows.at(-1);
  const { limit, order = "" } = query as { readonly limit?: number; readonly order?: string };
  if (!last || limit === undefined || rows.length < limit) return nothing;
  const cursor = cursorOf({ at: new Date(String(last[pagedInOrder[order] ?? pagedBy])), id: String(last["id"]) });
  const link = `<${event.rawPath}?${nextQuery(event, cursor)}>; rel="next"`;
  return { answer: Array.isArray(answer) ? answer : { ...(answer as object), next_cursor: cursor }, headers: { link } };
};

/**
 * Throws 403 where the request would send stored mail to somebody and its key may not read (S40 in SECURITY.md), or steers what leaves and its key
 * may not send.
 */
const requireMore = ({ shows, steers }: Operation, { scopes }: KeyInUse, body: unknown): void => {
  const isGiven = (field: string) => (body as Readonly<Record<string, unknown>>)[field] !== undefined;
  for (const [scope, asks] of [
    ["read", shows],
    ["send", steers],
  ] as const)
    if (asks !== undefined && !scopes.includes(scope) && (asks === "always" || asks.some(isGiven))) throw insufficientScope(scope);
};

/** An empty value that the schema accepts; undefined where the field is optional. */
const empty = (schema: Schema): unknown => [undefined, "", [], {}].find((value) => z.safeParse(schema, value).success);

/** The answer for a key without `read`: the operation's `withoutRead` fields, the rest empty. */
const withoutRead = ({ response, withoutRead: kept }: Operation, { scopes }: KeyInUse, answer: unknown): unknown => {
  if (kept === undefined || scopes.includes("read") || !(response instanceof z.ZodMiniObject)) return answer;
  const given = answer as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(response.shape as Readonly<Record<string, Schema>>).map(([name, schema]) => [
      name,
      kept.includes(name) ? given[name] : empty(schema),
    ]),
  );
};

export type { EndpointDeps } from "./request-limits.ts";
export type { RawAnswer } from "./answer.ts";

/** The input of an endpoint: the caller, and the request parsed by the operation's schemas. */
export type EndpointRequest<O extends Operation> = RequestOf<O> & {
  /** The account of the API key; "" where the operation needs none. */
  readonly userId: string;
  /** The API key of the request; without id and scopes where the operation needs no key. */
  readonly key: KeyInUse;
  /** The ids of the mailboxes that the answer may show, as they are now; undefined: all of the account. */
  readonly within: () => Promise<readonly string[] | undefined>;
  /** Set when the client sent an Idempotency-Key: an operation that bills saves its answer under it in its transaction. */
  readonly claim: IdempotencyClaim | undefined;
  /** The client's address, for the limits of operations without a key. */
  readonly sourceIp: string;
  /** The cookies that the client sent, each as `name=value`. */
  readonly cookies: readonly string[];
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The call itself, for an operation that calls others (`onBehalfOf`). */
  readonly call: { readonly event: Event; readonly context: Context };
};

type EndpointAnswer<O extends Operation> = O["response"] extends undefined ? RawAnswer | undefined : AnswerOf<O>;

/** The function that answers a request of the operation. */
export type Run<O extends Operation> = (request: EndpointRequest<O>) => Promise<EndpointAnswer<O>>;

const noKey: KeyInUse = { id: "", userId: "", scopes: [] };

/** Under this name stands the key of a caller whom another operation has let in; no client writes a call's context. */
const CALLER = Symbol("caller");

/** The context of an operation that another one calls in this process for the caller whom it has let in: it asks him for no key again. */
export const onBehalfOf = (context: Context, caller: KeyInUse): Context & { readonly [CALLER]: KeyInUse } => ({
  ...context,
  [CALLER]: caller,
});

/** The values that the middlewares pass on to the operation. */
interface EndpointContext extends Context {
  readonly [CALLER]?: KeyInUse;
  /** When the request arrived, ms since the epoch. */
  began?: number;
  key?: KeyInUse;
  /** The link to the next page of a list. */
  headers?: Readonly<Record<string, string>>;
  /** The limits that counted the request. */
  limits?: readonly Limited[];
}

type Middleware = middy.MiddlewareObj<Event, Result, Error, EndpointContext>;

/** True where the answer waits for foreign servers, so that its time says nothing about this service. */
const waitsOutside = ({ outside }: Operation, event: Event): boolean =>
  outside === "always" || (outside === "fresh" && /(?:^|&)fresh=true(?:&|$)/.test(event.rawQueryString));

/** HEAD is answered like GET, without the body (RFC 9110, 9.3.2). */
const bodiless = ({ statusCode, headers }: Result): Result => ({ statusCode: statusCode ?? 200, headers: headers ?? {} });

/** The page for a person's browser whose request failed with that status; undefined where the answer is the API's error body. */
type FailurePage = (headers: Event["headers"], status: number) => RawAnswer | undefined;

/** Adds the request id to the answer, and logs one line for each request; an alarm watches its duration. */
const respond = (deps: EndpointDeps, operation: Operation, failurePage: FailurePage): Middleware => {
  const finish = (event: Event, { began, headers, limits }: EndpointContext, answer: Result): Result => {
    const { requestId } = event.requestContext;
    const now = deps.clock.now().getTime();
    const outside = waitsOutside(operation, event);
    deps.log.info("answered", { requestId, operation: operation.id, status: answer.statusCode, ms: now - (began ?? now), outside });
    const shown = event.requestContext.http.method === "HEAD" ? bodiless(answer) : answer;
    return { ...shown, headers: { ...answer.headers, ...headers, ...(limits && rateHeaders(limits)), "x-request-id": requestId } };
  };
  return {
    before: ({ context }) => {
      context.began = deps.clock.now().getTime();
    },
    after: (request) => {
      if (request.response) request.response = finish(request.event, request.context, request.response);
    },
    onError: ({ event, context, error }) => {
      const answer = answerToError(deps, error, event.requestContext.requestId);
      const { statusCode = 500, headers = {} } = answer;
      const shown = failurePage(event.headers, statusCode);
      const kept = headers["retry-after"];
      const asPage =
        shown && rawAnswer({ ...shown, headers: { ...shown.headers, ...(kept !== undefined && { "retry-after": String(kept) }) } });
      return finish(event, context, asPage ?? answer);
    },
  };
};

const counting = (context: EndpointContext) => (limited: Limited) => {
  context.limits = [...(context.limits ?? []), limited];
};

const refuseBeyond = (wait: number): void => {
  if (wait > 0) throw tooManyRequests(wait);
};

/** Who calls: as another operation says, by a bearer token where the operation takes one, else by X-API-Key or the console's session. */
const credentialsOf = ({ auth }: Operation, event: Event, { [CALLER]: caller }: EndpointContext) => {
  if (caller) return { caller };
  if (auth === "bearer") return { bearer: bearerIn(event.headers["authorization"]) };
  const header = event.headers["x-api-key"];
  return { header, session: header === undefined ? sessionOf(event) : undefined };
};

/** Identifies the caller: the key's account or, where no key is needed, the address, which has an account's limit. */
const identify = (deps: EndpointDeps, operation: Operation) => {
  const accountOf = authenticator(deps);
  const open = addressLimits(deps.clock, deps.accountBucket);
  return async (event: Event, context: EndpointContext): Promise<void> => {
    const { sourceIp } = event.requestContext.http;
    if (operation.auth === "none") return refuseBeyond(open.take(sourceIp));
    const assertMay = (key: KeyInUse) => {
      assertMayCall(operation, key);
      assertMode(operation, key);
    };
    const alsoBy = operation.drafts ? "draft" : undefined;
    const scope = operation.auth === "bearer" ? undefined : operation.scope;
    context.key = await accountOf({ ...credentialsOf(operation, event, context), sourceIp }, scope, counting(context), assertMay, alsoBy);
  };
};

/**
 * Identifies the caller and, in maintenance, refuses everything except reads. Both are looked up concurrently; a caller without a valid key gets 401
 * in any case.
 */
const admit = (deps: EndpointDeps, operation: Operation): Middleware => {
  const identified = identify(deps, operation);
  return {
    before: async ({ event, context }) => {
      const [who, isPaused] = await Promise.allSettled([
        identified(event, context),
        operation.inMaintenance === "refused" && deps.isInMaintenance(),
      ]);
      if (who.status === "rejected") throw who.reason;
      if (isPaused.status === "rejected") throw isPaused.reason;
      if (isPaused.value) throw inMaintenance();
    },
  };
};

/** Answers pass through the response schema, so that an undeclared field (such as a password) cannot leak. */
const encode = (operation: Operation, answer: unknown): unknown => (operation.response ? z.parse(operation.response, answer) : answer);

/**
 * A Lambda handler for one operation: authenticate, parse, run, encode; every failure becomes the API's error body. A saved answer is returned before
 * the request is validated, because a request that was valid when it was accepted may be out of date by now (a `scheduled_at`).
 */
export const endpoint = <O extends Operation>(
  deps: EndpointDeps,
  operation: O,
  run: Run<O>,
  failurePage: FailurePage = () => undefined,
) => {
  const answerTo = async (event: Event, context: EndpointContext): Promise<Result> => {
    const { key = noKey } = context;
    const { userId } = key;
    const { sourceIp } = event.requestContext.http;
    const facts = { key, userId, sourceIp, headers: event.headers, cookies: cookiesOf(event), call: { event, context } };
    const { answer, replayed } = await idempotently(deps, operation, event, key, async (claim) => {
      const parsed = parseRequest(operation, event);
      requireMore(operation, key, parsed.body);
      await assertNamesWithin(deps.bounds, operation, key, parsed);
      const within = mailboxesShown(deps.bounds, key, parsed.query);
      if (operation.fills && key.mode === "test") await deps.assertRoom?.();
      await limitProbes(deps, operation, key, parsed.body, counting(context));
      const page = withNextPage(operation, event, parsed.query, await run({ ...parsed, ...facts, within, claim }));
      context.headers = page.headers;
      return encode(operation, page.answer);
    });
    if (operation.response === undefined && answer !== undefined) return rawAnswer(answer as RawAnswer);
    return jsonAnswer(operation.status, withoutRead(operation, key, answer), replayed ? { "idempotent-replayed": "true" } : {});
  };
  const cached = operation.cachedSeconds === undefined ? undefined : cachedAnswers(operation.cachedSeconds);
  const handler = middy<Event, Result, Error, EndpointContext>()
    .use([respond(deps, operation, failurePage), admit(deps, operation)])
    .handler((event, context) => {
      if (context.key?.mode === "test" && deps.inTestWorld) return deps.inTestWorld(context.key.userId, () => answerTo(event, context));
      return cached ? cached(event, () => answerTo(event, context)) : answerTo(event, context);
    });
  const within = deps.withinCall ?? ((_ids: object, work: () => Promise<Result>) => work());
  return (event: Event, context: EndpointContext): Promise<Result> =>
    within({ awsRequestId: context.awsRequestId, requestId: event.requestContext.requestId }, () => handler(event, context));
};
