import { apiOf } from "#shared/providers/index.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { type ApiClient, apiClient, type ApiErrorFacts, type ApiRules } from "../http/api-client.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";

const { quota } = apiOf("gmail_api");
const paces = new Set(quota?.paces);
const limits = new Set(quota?.limitsOfProject);
const hasAny = (codes: readonly string[], known: ReadonlySet<string>): boolean => codes.some((code) => known.has(code));

/** The reasons of an error, which say more than its status; then the status in words (google.rpc.Code). */
const errorIn: ApiRules["errorIn"] = ({ error }) => {
  const { errors, details, status, message } = fieldsOf(error);
  const reasons = [...listOf(errors), ...listOf(details)].map(({ reason }) => textOf(reason));
  return { codes: [...new Set([...reasons, textOf(status)])].filter(Boolean), message: textOf(message) };
};

/** The waiting time, ms, where the answer names none: between half and the whole, so that the mailboxes of a project do not come back together. */
const delayed = (ms: number): number => Math.round(ms * (0.5 + Math.random() / 2));

/** Gmail as an interface for mail; what its errors mean: developers.google.com/workspace/gmail/api/guides/handle-errors. */
export const gmailRules: ApiRules = {
  service: "Gmail",
  errorIn,
  paceMs: ({ status, codes, retryAfterMs }: ApiErrorFacts) => {
    if (hasAny(codes, limits)) return undefined;
    const isPace = status === 429 || status === 503 || (status === 403 && hasAny(codes, paces));
    return isPace ? (retryAfterMs ?? delayed(quota?.paceMs ?? 0)) : undefined;
  },
  isOperators: ({ status, codes }) => (status === 403 || status === 429) && hasAny(codes, limits),
  refusesGrant: ({ status, codes }) => status === 401 || (status === 403 && !hasAny(codes, paces) && !hasAny(codes, limits)),
};

/** The path of the mailbox whose owner consented (developers.google.com/workspace/gmail/api/reference/rest). */
export const USER = "/gmail/v1/users/me";

/** Calls to Gmail. */
export const gmailClient = (callHttp: CallHttp): ApiClient => apiClient(callHttp, gmailRules);
