import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { Intend, Outcome, OutgoingMessage, StrayDraft, Submission } from "#shared/sending/ports/submission.ts";
import { type ApiClient, ApiError, apiFailure } from "../http/api-client.ts";
import { acceptance, draftSubmission, goesTo, outcomeBefore, type Refusals } from "../http/draft-submissions.ts";
import { textOf } from "../http/json.ts";
import { gmailClient, gmailRules, USER } from "./gmail-client.ts";
import { gmailDrafts, gmailMails, recipientsIn } from "./gmail-drafts.ts";

/** Statuses that ask for another attempt: a timeout, a conflict, a lock. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 409, 412, 423]);
/** Words of a 400 about this message alone: "Invalid To header", "Recipient address required". */
const OF_THE_MESSAGE = /\b(?:recipient|(?:to|cc|bcc|from) header|delegation denied)\b/i;

const refusals: Refusals = {
  service: gmailRules.service,
  refusalOf: (error) => {
    if (!(error instanceof ApiError) || error.isOperators) return undefined;
    const { status, reply, paceMs } = error;
    const refused = (code: number, waitMs?: number) => ({ kind: "refused" as const, code, reply, ...(waitMs !== undefined && { waitMs }) });
    if (paceMs !== undefined) return refused(450, paceMs);
    if (status === 413) return refused(552);
    if (status === 400 && OF_THE_MESSAGE.test(reply)) return refused(550);
    if (status !== 401 && error.refusesGrant) return refused(535);
    if (TRY_AGAIN.has(status)) return refused(450);
    return status >= 400 && status < 500 && status !== 401 ? refused(554) : undefined;
  },
  isGone: ({ status }) => status === 404,
};

/** The time limit of opening, ms. */
const OPEN_MS = 15_000;

/**
 * Submission over the Gmail API. Where the grant has drafts, by a draft, which Gmail sends only once; else the email is sent at once, and the rules
 * of SMTP's unknown outcome hold.
 */
export const gmailSubmissions = (callHttp: CallHttp): { open(account: ApiAccount): Promise<Submission> } => {
  const client = gmailClient(callHttp);
  return {
    open: async (account) => {
      const [, strays] = await Promise.all([prove(client, account), straysOf(client, account)]).catch((error: unknown) => {
        throw apiFailure(error);
      });
      return account.access === "full"
        ? draftSubmission(gmailDrafts(client, account), strays, refusals)
        : directSubmission(client, account);
    },
  };
};

/**
 * Proves the grant. One that reads names its owner; one for sending alone can call nothing but the sending, which refuses an email without recipients
 * (…/gmail/api/reference/rest/v1/users/getProfile, "Authorization scopes").
 */
const prove = async (client: ApiClient, account: ApiAccount): Promise<void> => {
  if (account.access === "send") {
    const asked = client.json(account, { method: "POST", path: `${USER}/messages/send`, json: {}, withinMs: OPEN_MS });
    return asked.then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 400 || error.refusesGrant) throw error;
      },
    );
  }
  const { emailAddress } = await client.json(account, { path: `${USER}/profile`, withinMs: OPEN_MS });
  if (textOf(emailAddress).toLowerCase() !== account.username.toLowerCase())
    throw new MailFailure("HTTPS", "credentials", { at: "login", code: 403, reply: "403 the grant is for another address" });
};

const straysOf = async (client: ApiClient, account: ApiAccount): Promise<readonly StrayDraft[]> => {
  if (account.access !== "full") return [];
  const drafts = await gmailMails(client, account).latestDrafts();
  return drafts.flatMap(({ ref, tracking, recipients }) => (tracking === undefined ? [] : [{ id: ref, tracking, recipients }]));
};

/** Submission without drafts. */
const directSubmission = (client: ApiClient, account: ApiAccount): Submission => {
  let open = true;
  const ending = (error: unknown, outcome: Outcome): Outcome => {
    if (error instanceof ApiError && error.status === 401) open = false;
    return outcome;
  };
  return {
    get open() {
      return open;
    },
    submit: async (message, intend, replyTimeoutMs) => {
      if (!goesTo({ recipients: recipientsIn(message) }, message.to))
        return { kind: "refused", code: 554, reply: "554 Gmail would send it to other recipients than asked" };
      const mails = gmailMails(client, account);
      try {
        const threadId = await mails.threadFor(message);
        const stop = await fence(intend);
        return stop ?? (await sendNow(mails, message, { threadId, withinMs: replyTimeoutMs }));
      } catch (error) {
        return ending(error, outcomeBefore(error, refusals));
      }
    },
    close: () => undefined,
  };
};

const fence = async (intend: Intend): Promise<Outcome | undefined> => {
  try {
    return (await intend([])) ? undefined : { kind: "fenced" };
  } catch (error) {
    return { kind: "internal", error };
  }
};

/**
 * Sends an email that is no draft. An error of Gmail's own, or none, says nothing of what became of it: 5xx, a timeout, a lost connection. With any
 * other answer Gmail did not take it, as with an SMTP server's reply to the final dot, and so without a connection.
 */
const sendNow = async (
  mails: ReturnType<typeof gmailMails>,
  message: OutgoingMessage,
  options: { readonly threadId: string | undefined; readonly withinMs: number },
): Promise<Outcome> => {
  try {
    const { id } = await mails.upload(`${USER}/messages/send`, message, options);
    const messageId = await mails.idOf(id);
    return { kind: "sent", reply: acceptance("200 OK", "id", id), ...(!message.raw.includes(messageId ?? "\0") && { messageId }) };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 408;
    if (isRefused || (error instanceof MailFailure && error.at === "connection")) throw error;
    return { kind: "unknown" };
  }
};
