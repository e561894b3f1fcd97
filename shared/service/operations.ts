import * as account from "#shared/accounts/contract/account.ts";
import * as attention from "#shared/attention/contract.ts";
import * as metrics from "#shared/metrics/contract.ts";
import * as auditLog from "#shared/accounts/contract/audit-log.ts";
import * as audits from "#shared/inbox/contract/audits.ts";
import * as auth from "#shared/accounts/contract/auth.ts";
import * as batch from "#shared/sending/contract/batch.ts";
import * as capacity from "#shared/sending/contract/capacity.ts";
import * as rehearsal from "#shared/sending/contract/rehearsal.ts";
import * as connectLinks from "#shared/connect/contract/connect-links.ts";
import * as credits from "#shared/accounts/contract/credits.ts";
import * as discovery from "#shared/mailboxes/contract/discovery.ts";
import * as dnsChecks from "#shared/mailboxes/contract/dns-checks.ts";
import * as docs from "#shared/docs/contract.ts";
import * as events from "#shared/events/contract/events.ts";
import { getEvidence } from "#shared/inbox/contract/evidence.ts";
import * as members from "#shared/accounts/contract/members.ts";
import * as corrections from "#shared/threads/contract/corrections.ts";
import * as figures from "#shared/threads/contract/figures.ts";
import * as notes from "#shared/threads/contract/notes.ts";
import * as held from "#shared/sending/contract/held.ts";
import * as inbox from "#shared/inbox/contract/inbox.ts";
import * as mailboxes from "#shared/mailboxes/contract/mailboxes.ts";
import * as pools from "#shared/sending/contract/pools.ts";
import * as oauthClients from "#shared/mailboxes/contract/oauth-clients.ts";
import * as providers from "#shared/mailboxes/contract/providers.ts";
import * as sandbox from "#shared/sandbox/contract.ts";
import { listIps } from "#shared/sending/contract/ips.ts";
import * as sequences from "#shared/sequences/contract/sequences.ts";
import * as sequencePeople from "#shared/sequences/contract/people.ts";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import * as sending from "#shared/sending/contract/sending.ts";
import * as suppressions from "#shared/suppressions/contract/suppressions.ts";
import * as unsubscribe from "#shared/suppressions/contract/unsubscribe.ts";
import * as webhookDeliveries from "#shared/webhooks/contract/webhook-record.ts";
import * as webhooks from "#shared/webhooks/contract/webhooks.ts";
import type { Operation } from "#shared/api/operation.ts";

/** The table of operations: every operation of the API, in the order of the documentation. */
export const operations = [
  auth.login,
  auth.createApiKey,
  auth.listApiKeys,
  auth.deleteApiKey,
  members.createMember,
  members.inviteMemberAgain,
  members.listMembers,
  members.patchMember,
  members.deleteMember,
  account.getAccount,
  account.patchAccount,
  auditLog.listAuditLog,
  attention.listAttention,
  credits.getCredits,
  credits.listTransactions,
  providers.listProviders,
  discovery.discoverMailbox,
  mailboxes.connectMailbox,
  mailboxes.listMailboxes,
  mailboxes.getMailbox,
  capacity.getCapacity,
  rehearsal.createRehearsal,
  rehearsal.getRehearsal,
  rehearsal.listRehearsedEmails,
  mailboxes.patchMailbox,
  mailboxes.deleteMailbox,
  mailboxes.testMailbox,
  dnsChecks.checkDns,
  mailboxes.configureInbox,
  mailboxes.oauthUrl,
  audits.getAudit,
  audits.startAudit,
  oauthClients.createOAuthClient,
  oauthClients.listOAuthClients,
  oauthClients.getOAuthClient,
  oauthClients.patchOAuthClient,
  oauthClients.deleteOAuthClient,
  pools.putPool,
  pools.listPools,
  pools.getPool,
  pools.deletePool,
  connectLinks.createConnectLink,
  connectLinks.listConnectLinks,
  connectLinks.getConnectLink,
  connectLinks.deleteConnectLink,
  sendEmail,
  batch.sendBatch,
  sending.getSend,
  sending.getSendStatus,
  getEvidence,
  sending.patchSend,
  sending.cancelSend,
  held.approveSend,
  held.approveSends,
  batch.cancelSends,
  sending.followUp,
  sending.listLogs,
  listIps,
  inbox.listMessages,
  inbox.getMessage,
  inbox.patchMessage,
  inbox.changeMessages,
  corrections.deleteCorrection,
  inbox.getAttachment,
  inbox.replyToMessage,
  inbox.forwardMessage,
  inbox.listThreads,
  figures.getCounts,
  figures.getResponseTimes,
  inbox.getThread,
  inbox.patchThread,
  notes.addNote,
  notes.listNotes,
  notes.patchNote,
  notes.deleteNote,
  corrections.splitThread,
  corrections.mergeThread,
  inbox.replyToThread,
  inbox.forwardThread,
  sequences.createSequence,
  sequences.listSequences,
  sequences.getSequence,
  sequences.patchSequence,
  sequences.deleteSequence,
  sequencePeople.addRecipients,
  sequencePeople.listRecipients,
  sequencePeople.removeRecipient,
  events.listEvents,
  metrics.getMetrics,
  webhooks.createWebhook,
  webhooks.listWebhooks,
  webhooks.getWebhook,
  webhooks.patchWebhook,
  webhooks.deleteWebhook,
  webhooks.testWebhook,
  webhooks.rotateWebhookSecret,
  webhookDeliveries.listWebhookDeliveries,
  webhookDeliveries.replayWebhook,
  suppressions.listSuppressions,
  suppressions.addSuppressions,
  suppressions.removeSuppression,
  sandbox.getClock,
  sandbox.moveClock,
  sandbox.putMail,
  sandbox.resetWorld,
  unsubscribe.unsubscribePage,
  unsubscribe.unsubscribe,
  docs.getOpenapi,
  docs.getDocs,
  docs.getDocsFile,
] as const satisfies readonly Operation[];

/** The id of an operation: its file's path under functions/. */
export type OperationId = (typeof operations)[number]["id"];
