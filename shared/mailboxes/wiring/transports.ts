import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import { egress, ehloName } from "#shared/platform/wiring/egress.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { ApiName } from "#shared/providers/provider.ts";
import { withCircuitBreaker } from "../connection/circuit-breaker.ts";
import { type ApiAccount, isAtApi, isSandbox, type ReadAccount, type SubmissionAccount } from "../mailbox.ts";
import { processClock } from "#shared/platform/system.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { imapSentFolder } from "#shared/transports/imap/sent-folder.ts";
import type { SentFolder, Submission, Submissions } from "#shared/sending/ports/submission.ts";
import { smtpSubmissions } from "#shared/transports/smtp/submissions.ts";

/** Connections to IMAP servers. */
export const openImap = /* @__PURE__ */ imapConnections(egress);

/** What speaks to a provider's HTTP interface. */
interface ApiEnds {
  readonly open: (account: ApiAccount, signal: AbortSignal) => Promise<MailSession>;
  readonly sentFolder: () => Promise<SentFolder>;
  readonly submissions: () => Promise<{ open(account: ApiAccount): Promise<Submission> }>;
}

/** The ends of each interface; their code is loaded with its first mailbox. */
const apis: Readonly<Record<ApiName, ApiEnds>> = {
  graph: {
    open: async (account, signal) => {
      const { graphClient } = await import("#shared/transports/graph/graph-client.ts");
      const { graphMailReader } = await import("#shared/transports/graph/graph-mail-reader.ts");
      const { mongoMailDirectory } = await import("#shared/inbox/store/mail-directory.ts");
      return graphMailReader(graphClient(callHttp), mongoMailDirectory(connect)).open(account, signal);
    },
    sentFolder: async () => (await import("#shared/transports/graph/graph-drafts.ts")).graphSentFolder(callHttp),
    submissions: async () => (await import("#shared/transports/graph/graph-submissions.ts")).graphSubmissions(callHttp),
  },
  gmail_api: {
    open: async (account, signal) => {
      const { gmailClient } = await import("#shared/transports/gmail/gmail-client.ts");
      const { gmailMailReader } = await import("#shared/transports/gmail/gmail-mail-reader.ts");
      const { mongoMailDirectory } = await import("#shared/inbox/store/mail-directory.ts");
      return gmailMailReader(gmailClient(callHttp), mongoMailDirectory(connect)).open(account, signal);
    },
    sentFolder: async () => (await import("#shared/transports/gmail/gmail-drafts.ts")).gmailSentFolder(callHttp),
    submissions: async () => (await import("#shared/transports/gmail/gmail-submissions.ts")).gmailSubmissions(callHttp),
  },
};

/** Opens mailboxes for reading, over IMAP or their provider's HTTP interface, by the account. */
export const mailReader = {
  // Loaded with the first connection, together with the IMAP client.
  open: async (account: ReadAccount, signal: AbortSignal): Promise<MailSession> => {
    if (isSandbox(account)) return (await import("#shared/sandbox/wiring/sandbox-ends.ts")).mailReader.open(account, signal);
    if (isAtApi(account)) return apis[account.api].open(account, signal);
    const { imapMailReader } = await import("#shared/transports/imap/mail-reader.ts");
    return imapMailReader(openImap).open(account, signal);
  },
};
/** The same with a circuit breaker for hosts that do not answer, for work that is repeated anyway. */
export const mailReaderWithBreaker = { open: /* @__PURE__ */ withCircuitBreaker(mailReader.open, processClock) };

const imap = /* @__PURE__ */ imapSentFolder(openImap);
const at = async (account: ReadAccount): Promise<SentFolder> => {
  if (isSandbox(account)) return (await import("#shared/sandbox/wiring/sandbox-ends.ts")).sentFolder;
  return isAtApi(account) ? apis[account.api].sentFolder() : imap;
};

/** The Sent folders of mailboxes, by IMAP or their provider's HTTP interface. */
export const sentFolder: SentFolder = {
  draft: async (account, ...asked) => (await at(account)).draft(account, ...asked),
  discard: async (account, ...asked) => (await at(account)).discard?.(account, ...asked),
  contains: async (account, ...asked) => (await at(account)).contains(account, ...asked),
  count: async (account, ...asked) => (await at(account)).count(account, ...asked),
  append: async function* (account, ...given) {
    yield* (await at(account)).append(account, ...given);
  },
};

const smtp = /* @__PURE__ */ smtpSubmissions(egress, undefined, ehloName);

/** Connections for sending, by SMTP or their provider's HTTP interface. */
export const submissions: Submissions = {
  open: async (account) => {
    if (isSandbox(account)) return (await import("#shared/sandbox/wiring/sandbox-ends.ts")).submissions.open(account);
    return isAtApi(account) ? (await apis[account.api].submissions()).open(account) : smtp.open(account);
  },
};
/** The same with a circuit breaker for hosts that do not answer, for work that is repeated anyway. */
export const submissionsWithBreaker = { open: withCircuitBreaker((account: SubmissionAccount) => submissions.open(account), processClock) };
