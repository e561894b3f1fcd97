import * as account from "./account.ts";
import * as attention from "./attention.ts";
import * as metrics from "./account-metrics.ts";
import * as auditLog from "./audit-log.ts";
import * as audits from "./audits.ts";
import * as auth from "./auth.ts";
import * as batch from "./batch.ts";
import * as bulk from "./bulk.ts";
import * as capacity from "./capacity.ts";
import * as connectLinks from "./connect-links.ts";
import * as credits from "./credits.ts";
import * as discovery from "./discovery.ts";
import * as dnsChecks from "./dns-checks.ts";
import * as docs from "./docs.ts";
import * as events from "./events.ts";
import * as corrections from "./corrections.ts";
import * as inbox from "./inbox.ts";
import * as mailboxes from "./mailboxes.ts";
import type { Operation } from "./operation.ts";
import * as sandbox from "./sandbox.ts";
import * as sending from "./sending.ts";
import * as suppressions from "./suppressions.ts";
import * as unsubscribe from "./unsubscribe.ts";
import * as webhookDeliveries from "./webhook-deliveries.ts";
import * as webhooks from "./webhooks.ts";

/** The table of operations: every operation of the API, in the order of the documentation. */
export const operations = [
  auth.login,
  auth.createApiKey,
  auth.listApiKeys,
  auth.deleteApiKey,
  account.getAccount,
  account.patchAccount,
  auditLog.listAuditLog,
  attention.listAttention,
  credits.getCredits,
  credits.listTransactions,
  discovery.discoverMailbox,
  mailboxes.connectMailbox,
  mailboxes.listMailboxes,
  mailboxes.getMailbox,
  capacity.getCapacity,
  mailboxes.patchMailbox,
  mailboxes.deleteMailbox,
  mailboxes.testMailbox,
  dnsChecks.checkDns,
  mailboxes.configureInbox,
  mailboxes.oauthUrl,
  audits.getAudit,
  audits.startAudit,
  connectLinks.createConnectLink,
  connectLinks.listConnectLinks,
  connectLinks.getConnectLink,
  connectLinks.deleteConnectLink,
  sending.sendEmail,
  batch.sendBatch,
  sending.getSend,
  sending.getSendStatus,
  sending.patchSend,
  sending.cancelSend,
  bulk.cancelSends,
  sending.followUp,
  sending.listLogs,
  sending.listIps,
  inbox.listMessages,
  inbox.getMessage,
  inbox.patchMessage,
  corrections.deleteCorrection,
  inbox.getAttachment,
  inbox.replyToMessage,
  inbox.forwardMessage,
  inbox.listThreads,
  inbox.getThread,
  inbox.patchThread,
  corrections.splitThread,
  corrections.mergeThread,
  inbox.replyToThread,
  inbox.forwardThread,
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
