import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import type { Operation } from "../operation.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import type { IdempotencyClaim } from "#shared/accounts/auth/request-ports.ts";
import { invalid, Refusal } from "#shared/platform/errors.ts";
import type { EndpointDeps } from "./request-limits.ts";
import { bodyText } from "./parse-request.ts";

/** The result of an idempotent request: the saved answer of its first run, or that of a new run. */
export interface IdempotentAnswer {
  readonly answer: unknown;
  readonly replayed: boolean;
}

const taken = (message: string, details: string) => new Refusal("idempotencyConflict", message, { details });

/** A repetition a second later gets the answer, hence `retry-after`; a key that belongs to a different body stays taken, without that header. */
const underWay = () =>
  new Refusal("idempotencyConflict", "The request is still running", {
    details: "a request with this Idempotency-Key is still running",
    headers: { "retry-after": "1" },
  });

const keyOf = (event: Event): string | undefined => {
  const key = event.headers["idempotency-key"];
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalid({ field: "Idempotency-Key", message: "must be 1 to 255 printable characters", asSent: true });
  return key;
};

/** A value with the members of its objects in one order, so that equal values have equal JSON. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
};

/** The content of a body, however it is written. A body that is not JSON, or too deep to compare, counts as its text, and is refused later. */
const readBody = (text: string): { readonly canonical: string; readonly isDryRun: boolean } => {
  try {
    const body: unknown = text.trim() === "" ? {} : JSON.parse(text);
    const isDryRun = (body as { readonly dry_run?: unknown } | null)?.dry_run === true;
    return { canonical: JSON.stringify(ordered(body)), isDryRun };
  } catch {
    return { canonical: text, isDryRun: false };
  }
};

const hashOf = ({ rawPath }: Event, body: string): string => createHash("sha256").update(`${rawPath}\n${body}`).digest("hex");

/**
 * Runs an operation at most once for each Idempotency-Key (api/README.md, "Ground rules"). An operation that bills saves its answer in its
 * transaction; the answers of others are saved here. A failed run changes nothing and frees the key.
 */
export const idempotently = async (
  deps: EndpointDeps,
  operation: Operation,
  event: Event,
  { userId, bounds, member }: Pick<KeyInUse, "userId" | "bounds" | "member">,
  run: (claim: IdempotencyClaim | undefined) => Promise<unknown>,
): Promise<IdempotentAnswer> => {
  const key = operation.idempotent ? keyOf(event) : undefined;
  if (key === undefined) return { answer: await run(undefined), replayed: false };
  const text = bodyText(event);
  const { canonical, isDryRun } = readBody(text);
  // A dry run changes nothing, so its key is not used up.
  if (isDryRun) return { answer: await run(undefined), replayed: false };
  const hashes = { bodyHash: hashOf(event, canonical), formerHash: hashOf(event, text) };
  // A caller within other bounds neither gets the answer nor learns of it. A member's are changed meanwhile, and he repeats the same request.
  const whose = member ? ` of member ${member.id}` : bounds ? ` within ${JSON.stringify(bounds)}` : "";
  const route = `${operation.method} ${operation.path}${whose}`;
  const outcome = await deps.idempotency.claim({ userId, route, key, ...hashes });
  if (outcome.kind === "saved") return { answer: outcome.answer, replayed: true };
  if (outcome.kind === "in_flight") throw underWay();
  if (outcome.kind === "other_body") throw taken("The Idempotency-Key is taken", "this Idempotency-Key was used with another request");
  try {
    const answer = await run(outcome.claim);
    await deps.idempotency.save(outcome.claim, answer);
    return { answer, replayed: false };
  } catch (error) {
    await deps.idempotency
      .release(outcome.claim)
      .catch((failure: unknown) => deps.log.warn("idempotency key not released", { error: failure }));
    throw error;
  }
};
