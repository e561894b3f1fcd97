import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Outcome, Intend, OutgoingMessage, StrayDraft, Submission } from "#shared/sending/ports/submission.ts";
import type { Refusal } from "#shared/sending/recipients.ts";
import { graphClient, mailboxPath } from "./graph-client.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { type GraphDraft, graphDrafts } from "./graph-drafts.ts";
import { ApiError, type ApiClient, apiFailure, isTooMuch } from "../http/api-client.ts";

type Refused = Extract<Outcome, { kind: "refused" }>;

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

/**
 * Graph's refusal as a reply in SMTP's terms (RFC 5321, 4.2), so that one judgement serves every server. Undefined for an error that says nothing
 * about the message: 5xx but 503, a lost connection, a token that is no longer good.
 */
const refusalOf = (error: unknown): Refused | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const { status, reply } = error;
  const refused = (code: number, waitMs?: number): Refused => ({ kind: "refused", code, reply, ...(waitMs !== undefined && { waitMs }) });
  const isAny = (codes: readonly string[]) => codes.some((code) => error.has(code));
  const pace = error.paceMs;
  if (pace !== undefined) return refused(450, pace);
  if (isAny(QUOTAS) || status === 507) return refused(552, HOUR_MS);
  if (isAny(OF_THE_MESSAGE)) return refused(550);
  if (isAny(TOO_LARGE) || status === 413) return refused(552);
  if (status === 403) return refused(535);
  if (TRY_AGAIN.has(status)) return refused(450);
  return status >= 400 && status < 500 && status !== 401 ? refused(554) : undefined;
};

/**
 * The outcome of an error before the intent: nothing was sent. Without an answer the draft may come into being all the same, even later, so the next
 * attempt comes after a delay and looks for it; only a refused token is renewed at once.
 */
const outcomeBefore = (error: unknown): Outcome => {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  if (error instanceof MailFailure) return { kind: "refused", code: 451, reply: "451 Microsoft Graph did not answer" };
  if (!(error instanceof ApiError)) return { kind: "internal", error };
  if (error.status !== 401) return { kind: "refused", code: 451, reply: error.reply };
  return { kind: "unreached", failure: new MailFailure("HTTPS", "credentials", { at: "login", cause: error }) };
};

/**
 * The outcome of an error after the intent: unknown, because the draft may have been sent nevertheless. A refusal is stored, and counts once the
 * message is seen to be still a draft. A 404, or an error saying that it is no draft, is no refusal: the draft may have been sent. A refused token
 * concerns the next attempt, which requests a new one.
 */
const outcomeAfter = (error: unknown): Outcome => {
  const refusal = keptRefusal(error);
  return { kind: "unknown", ...(refusal && { refusal }) };
};

const keptRefusal = (error: unknown): Refusal | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401) return { code: 450, reply: error.reply };
  if (error.status === 404 || error.has("ErrorItemNotFound") || error.has("ErrorInvalidOperation")) return undefined;
  const refused = refusalOf(error);
  return refused && { code: refused.code, reply: refused.reply, ...(refused.waitMs !== undefined && { waitMs: refused.waitMs }) };
};

/** The time limit of opening, ms. */
const OPEN_MS = 15_000;
/** The time limit of looking at a draft after a refusal, ms: the worker has its last writes to make afterwards. */
const LOOK_MS = 5_000;

type Drafts = ReturnType<typeof graphDrafts>;

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
      return submissionOf(client, account, strays);
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

const submissionOf = (client: ApiClient, account: ApiAccount, strays: readonly StrayDraft[]): Submission => {
  const drafts = graphDrafts(client, account);
  let open = true;
  // A refused token ends the session: the next one asks for another.
  const ending = (error: unknown, outcome: Outcome): Outcome => {
    if (error instanceof ApiError && error.status === 401) open = false;
    return outcome;
  };
  /** Sends a draft. Graph may send it and still answer with an error: unless the answer is 202, only the draft's state shows what happened. */
  const send = async ({ id }: GraphDraft, withinMs: number, sent: Outcome): Promise<Outcome> => {
    try {
      await client.bytes(account, { method: "POST", path: `${drafts.pathOf(id)}/send`, withinMs });
      return sent;
    } catch (error) {
      const found = error instanceof ApiError ? await drafts.find(id, LOOK_MS).catch(() => undefined) : undefined;
      return ending(error, found?.isDraft === false ? sent : outcomeAfter(error));
    }
  };
  return {
    get open() {
      return open;
    },
    strays,
    discard: (id) => drafts.discard(id),
    submit: async (message, intend, replyTimeoutMs) => {
      const prepared = await prepare(drafts, message).catch((error: unknown) => ending(error, outcomeBefore(error)));
      if ("kind" in prepared) return prepared;
      const { messageId } = prepared;
      const sent: Outcome = { kind: "sent", ...(!message.raw.includes(messageId ?? "\0") && { messageId }) };
      const stop = await fence(drafts, prepared, message, intend);
      return stop ?? (prepared.isDraft ? send(prepared, replyTimeoutMs, sent) : sent);
    },
    close: () => undefined,
  };
};

/** The draft to send: the one that an earlier attempt left, which may be sent by now, else a new one to exactly these recipients. */
const prepare = async (drafts: Drafts, message: OutgoingMessage): Promise<GraphDraft | Outcome> => {
  const known = message.draftId === undefined ? undefined : await drafts.find(message.draftId);
  if (known && !known.isDraft) return known;
  if (message.draftId !== undefined && !known)
    return { kind: "refused", code: 450, reply: "404 its draft is neither among the drafts nor among the sent items" };
  if (known && goesTo(known, message.to)) return known;
  // A copy was dropped since: its draft must not be sent by anybody.
  if (known) await drafts.discard(known.id);
  else if (message.isRepeated) await drafts.discardStrays(message);
  const draft = await drafts.create(message);
  if (goesTo(draft, message.to)) return draft;
  await drafts.discard(draft.id);
  return { kind: "refused", code: 554, reply: "554 Microsoft Graph would send it to other recipients than asked" };
};

/** Whether a draft has exactly these recipients; a draft whose recipients Graph does not return counts as right. */
const goesTo = ({ recipients }: GraphDraft, wanted: readonly string[]): boolean => {
  if (!recipients) return true;
  const [one, other] = [new Set(recipients), new Set(wanted.map((email) => email.toLowerCase()))];
  return one.size === other.size && [...other].every((email) => one.has(email));
};

/** Writes the intent. Undefined when the draft may be sent; a new draft that may not be sent is removed, because nothing else refers to it. */
const fence = async (drafts: Drafts, { id }: GraphDraft, message: OutgoingMessage, intend: Intend): Promise<Outcome | undefined> => {
  try {
    if (await intend([], id)) return undefined;
  } catch (error) {
    // The intent may have been written nevertheless, so the draft stays.
    return { kind: "internal", error };
  }
  if (message.draftId === undefined) await drafts.discard(id);
  return { kind: "fenced" };
};
