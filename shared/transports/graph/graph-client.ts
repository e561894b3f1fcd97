import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { type ApiClient, apiClient, type ApiRules } from "../http/api-client.ts";
import { fieldsOf } from "../http/json.ts";

/** Statuses with which Graph asks to come again (learn.microsoft.com/graph/errors): throttled, unavailable, over its bandwidth. */
const PACING: ReadonlySet<number> = new Set([429, 503, 509]);
/** The waiting time, ms, when the answer names none; the documentation then asks for "a delay". */
const PACE_MS = 60_000;
const MOST_INNER = 5;

/** Ids that survive a move to another folder (learn.microsoft.com/graph/outlook-immutable-id); the header holds for its own request alone. */
export const IMMUTABLE = 'IdType="ImmutableId"';

/** The most detailed codes come last, as in `error.innerError` (learn.microsoft.com/graph/errors). */
const errorIn: ApiRules["errorIn"] = ({ error }) => {
  let at = fieldsOf(error);
  const message = typeof at["message"] === "string" ? at["message"] : "";
  const codes: string[] = [];
  for (let deep = 0; deep < MOST_INNER; deep += 1) {
    const { code } = at;
    if (typeof code === "string") codes.push(code);
    at = fieldsOf(at["innerError"] ?? at["innererror"]);
  }
  return { codes, message };
};

/** A mailbox that Graph cannot reach answers 404 with one of these codes. */
const UNREACHED = /^MailboxNot(?:EnabledFor|Supported(?:For)?)RESTAPI$/i;

/** Microsoft Graph as an interface for mail. */
export const graphRules: ApiRules = {
  service: "Microsoft Graph",
  headersOf: ({ prefer = [] }) => ({ prefer: [IMMUTABLE, ...prefer].join(", ") }),
  errorIn,
  isPace: ({ status }) => PACING.has(status),
  paceMs: PACE_MS,
  refusesGrant: ({ status, codes }) => status === 401 || status === 403 || codes.some((code) => UNREACHED.test(code)),
};

/** The path of the mailbox: the member's own, or one that the member may use (learn.microsoft.com/graph/outlook-share-messages-folders). */
export const mailboxPath = ({ mailboxUser }: Pick<ApiAccount, "mailboxUser">): string =>
  mailboxUser === undefined ? "/me" : `/users/${encodeURIComponent(mailboxUser)}`;

/** Calls to Graph. */
export const graphClient = (callHttp: CallHttp): ApiClient => apiClient(callHttp, graphRules);
