import { apiOf } from "#shared/providers/index.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { type ApiCall, type ApiClient, apiClient, type ApiErrorFacts, type ApiRules } from "../http/api-client.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";

const { quota, gives } = apiOf("gmail_api");
const paces = new Set(quota?.paces);
const limits = new Set(quota?.limitsOfProject);
const hasAny = (codes: readonly string[], known: ReadonlySet<string>): boolean => codes.some((code) => known.has(code));

/** The reasons of an error, which say more than its status; then the status in words (google.rpc.Code). */
const errorIn: ApiRules["errorIn"] = ({ error }, call) => {
  const { errors, details, status, message } = fieldsOf(error);
  const reasons = [...listOf(errors), ...listOf(details)].map(({ reason }) => textOf(reason));
  const codes = [...new Set([...reasons, textOf(status)])].filter(Boolean);
  const isScope = reasons.includes("insufficientPermissions") || reasons.includes("ACCESS_TOKEN_SCOPE_INSUFFICIENT");
  return { codes, message: isScope ? `needs ${scopeFor(call)}: ${textOf(message)}` : textOf(message) };
};

/** The scope to ask for, for a call that its grant does not cover. */
const scopeFor = ({ method = "GET", path = "" }: Partial<ApiCall> = {}): string => {
  const ability = method === "GET" ? "read" : /\/drafts|\/(?:modify|trash)$/.test(path) ? "draft" : "send";
  return gives[ability][0] ?? "";
};

/** An account of Google without Gmail answers 400 `failedPrecondition` with these words. */
const NO_MAIL = /^mail service not enabled/i;

const LONGEST_MS = 3_600_000;

/** The wait that the words of a sending limit name, ms, an hour at most: "User-rate limit exceeded. Retry after 2026-11-27T08:00:00.000Z". */
const toldMs = (message: string, now: number): number | undefined => {
  const until = Date.parse(/\bretry after (\d{4}-\d\d-\d\dT[\d:.]{5,12}Z)/i.exec(message)?.[1] ?? "");
  return Number.isNaN(until) ? undefined : Math.min(Math.max(until - now, 0), LONGEST_MS);
};

/** Gmail as an interface for mail; what its errors mean: developers.google.com/workspace/gmail/api/guides/handle-errors. */
export const gmailRules: ApiRules = {
  service: "Gmail",
  errorIn,
  isPace: ({ status, codes }: ApiErrorFacts) =>
    !hasAny(codes, limits) && (status === 429 || status === 503 || (status === 403 && hasAny(codes, paces))),
  paceMs: quota?.paceMs ?? 0,
  toldMs,
  isOperators: ({ status, codes }) => (status === 403 || status === 429) && hasAny(codes, limits),
  refusesGrant: ({ status, codes, message }) =>
    status === 401 || (status === 403 && !hasAny(codes, paces) && !hasAny(codes, limits)) || (status === 400 && NO_MAIL.test(message)),
};

/** The path of the mailbox whose owner consented (developers.google.com/workspace/gmail/api/reference/rest). */
export const USER = "/gmail/v1/users/me";

/** Calls to Gmail. */
export const gmailClient = (callHttp: CallHttp): ApiClient => apiClient(callHttp, gmailRules);
