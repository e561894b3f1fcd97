import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { StrayDraft, Submission } from "#shared/sending/ports/submission.ts";
import { type ApiClient, ApiError, apiFailure, isTooMuch } from "../http/api-client.ts";
import { draftSubmission, type Refusals } from "../http/draft-submissions.ts";
import { graphClient, graphRules, mailboxPath } from "./graph-client.ts";
import { graphDrafts } from "./graph-drafts.ts";

const HOUR_MS = 3_600_000;

/**
 * Codes of a limit of the mailbox or its tenant (learn.microsoft.com/exchange/client-developer/web-service-reference/responsecode, whose codes
 * Graph's mail uses; learn.microsoft.com/graph/errors for the last): waiting helps, another attempt at once does not.
 */
const QUOTAS = [
  "ErrorExceededMessageLimit",
  "ErrorSubmissionQuotaExceeded",
  "ErrorQuotaExceeded",
  "ErrorMailboxStoreUnavailable",
  "quotaLimitReached",
];
const TOO_LARGE = ["ErrorMessageSizeExceeded", "ErrorAttachmentSizeLimitExceeded", "maxFileSizeExceeded"];
/** Codes about the draft only: the account may send, but not from this sender or to these recipients. */
const OF_THE_MESSAGE = ["ErrorSendAsDenied", "ErrorInvalidRecipients", "ErrorMissingRecipients"];
/** Statuses that ask for another attempt: a timeout, a conflict, a lock. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 409, 412, 423]);

const refusalOf: Refusals["refusalOf"] = (error) => {
  if (!(error instanceof ApiError)) return undefined;
  const { status, reply } = error;
  const refused = (code: number, waitMs?: number) => ({ kind: "refused" as const, code, reply, ...(waitMs !== undefined && { waitMs }) });
  const isAny = (codes: readonly string[]) => error.has(...codes);
  const pace = error.paceMs;
  if (pace !== undefined) return refused(450, pace);
  if (isAny(QUOTAS) || status === 507) return refused(552, HOUR_MS);
  if (isAny(OF_THE_MESSAGE)) return refused(550);
  if (isAny(TOO_LARGE) || status === 413) return refused(552);
  if (status === 403) return refused(535);
  if (TRY_AGAIN.has(status)) return refused(450);
  return status >= 400 && status < 500 && status !== 401 ? refused(554) : undefined;
};

const refusals: Refusals = {
  service: graphRules.service,
  refusalOf,
  isGone: (error) => error.status === 404 || error.has("ErrorItemNotFound", "ErrorInvalidOperation"),
};

/** The time limit of opening, ms. */
const OPEN_MS = 15_000;
/**
 * Submission over Microsoft Graph, once for each email: it becomes a draft with an immutable id; the intent is written with that id; then the draft
 * is sent, which Graph does only once (learn.microsoft.com/graph/outlook-immutable-id, "Immutable ID with sending mail").
 */
export const graphSubmissions = (callHttp: CallHttp): { open(account: ApiAccount): Promise<Submission> } => {
  const client = graphClient(callHttp);
  return {
    open: async (account) => {
      const strays = await openDrafts(client, account).catch((error: unknown) => {
        throw apiFailure(error);
      });
      return draftSubmission(graphDrafts(client, account), strays, refusals);
    },
  };
};

/** The tracked drafts, whose list proves the token; a server that refuses this list is asked for its folder alone. */
const openDrafts = async (client: ApiClient, account: ApiAccount): Promise<readonly StrayDraft[]> => {
  try {
    const latest = await graphDrafts(client, account).latest();
    return latest.flatMap(({ id, tracking, recipients = [] }) =>
      tracking.slice(0, 1).map((value) => ({ id, tracking: value, recipients })),
    );
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    await client.json(account, { path: `${mailboxPath(account)}/mailFolders/drafts?$select=id`, withinMs: OPEN_MS });
    return [];
  }
};
