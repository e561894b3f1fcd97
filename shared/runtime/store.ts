// The ports over MongoDB. Each is marked pure, so that a bundle carries only those its function names.
import { mongoApiKeys } from "../adapters/mongo/accounts/api-keys.ts";
import { connectMongo } from "../adapters/mongo/database.ts";
import { mongoDeliveries } from "../adapters/mongo/sending/deliveries.ts";
import { mongoFeeds } from "../adapters/mongo/events/feeds.ts";
import { mongoEventOutbox } from "../adapters/mongo/events/event-outbox.ts";
import { mongoSentCopies } from "../adapters/mongo/sending/sent-copies.ts";
import { mongoWorkerTime } from "../adapters/mongo/sending/worker-time.ts";
import { mongoAnswersTo } from "../adapters/mongo/inbox/answers.ts";
import { mongoCorrections } from "../adapters/mongo/inbox/corrections.ts";
import { mongoFreshSlots } from "../adapters/mongo/inbox/fresh-slots.ts";
import { mongoGrants } from "../adapters/mongo/mailboxes/grants.ts";
import { mongoIdempotency } from "../adapters/mongo/accounts/idempotency.ts";
import { mongoIngest } from "../adapters/mongo/inbox/ingest.ts";
import { mongoIps } from "../adapters/mongo/mailboxes/ips.ts";
import { mongoMailboxes } from "../adapters/mongo/mailboxes/mailboxes.ts";
import { mongoMessages } from "../adapters/mongo/inbox/messages.ts";
import { mongoAudits } from "../adapters/mongo/inbox/audits.ts";
import { mongoMoves } from "../adapters/mongo/inbox/moves.ts";
import { mongoPolls } from "../adapters/mongo/inbox/polls.ts";
import { isOutage } from "../adapters/mongo/outage.ts";
import { mongoAcceptedSends } from "../adapters/mongo/sending/accepted-sends.ts";
import { mongoRateLimits } from "../adapters/mongo/accounts/rate-limits.ts";
import { mongoPurges } from "../adapters/mongo/inbox/purges.ts";
import { mongoMessageSearch } from "../adapters/mongo/inbox/search/message-search.ts";
import { mongoSends } from "../adapters/mongo/sending/sends.ts";
import { mongoSuppressions } from "../adapters/mongo/suppressions/suppressions.ts";
import { mongoSyncStates } from "../adapters/mongo/inbox/sync-states.ts";
import { mongoSyncTargets } from "../adapters/mongo/inbox/sync-targets.ts";
import { mongoThreadReconciliation } from "../adapters/mongo/inbox/thread-reconciliation.ts";
import { mongoThreads } from "../adapters/mongo/inbox/threads.ts";
import { mongoSealedRecords, sealedCollections } from "../adapters/mongo/mailboxes/sealed-records.ts";
import { mongoUsers } from "../adapters/mongo/accounts/users.ts";
import { mongoWebhookDeliveries } from "../adapters/mongo/webhooks/webhook-deliveries.ts";
import { mongoWebhooks } from "../adapters/mongo/webhooks/webhooks.ts";
import { mongoWallets } from "../adapters/mongo/accounts/wallets.ts";
import type { Gate } from "../http/gate.ts";
import { setting } from "./env.ts";
import { log, withinCall } from "./log.ts";
import { keyring, secret } from "./secret.ts";
import { clock } from "./system.ts";

/** The database named by the secret; opened at the first use. */
export const connect = /* @__PURE__ */ connectMongo(
  async () => (await secret()).mongodbUri,
  () => ({ maxPoolSize: setting("MONGODB_POOL") }),
);

const keptDays = () => setting("BODIES_KEPT_DAYS");

export const users = /* @__PURE__ */ mongoUsers(connect);
export const apiKeys = /* @__PURE__ */ mongoApiKeys(connect);
export const rateLimits = /* @__PURE__ */ mongoRateLimits(connect);
export const wallets = /* @__PURE__ */ mongoWallets(connect);

export const ips = /* @__PURE__ */ mongoIps(connect, keyring);
export const mailboxes = /* @__PURE__ */ mongoMailboxes(connect, keyring);
export const grants = /* @__PURE__ */ mongoGrants(connect, keyring);
/** Every collection that holds sealed values, for key rotation. */
export const sealedRecords = /* @__PURE__ */ sealedCollections.map((name) => mongoSealedRecords(connect, name));

export const acceptedSends = /* @__PURE__ */ mongoAcceptedSends(connect);
export const sends = /* @__PURE__ */ mongoSends(connect);
export const suppressions = /* @__PURE__ */ mongoSuppressions(connect);
export const workerTime = /* @__PURE__ */ mongoWorkerTime(connect);
export const copies = /* @__PURE__ */ mongoSentCopies(connect);
export const deliveries = /* @__PURE__ */ mongoDeliveries(connect);

export const messages = /* @__PURE__ */ mongoMessages(connect);
export const threads = /* @__PURE__ */ mongoThreads(connect);
export const purges = /* @__PURE__ */ mongoPurges(connect);
export const search = /* @__PURE__ */ mongoMessageSearch(connect);
export const threadReconciliation = /* @__PURE__ */ mongoThreadReconciliation(connect);
export const syncStates = /* @__PURE__ */ mongoSyncStates(connect);
export const moves = /* @__PURE__ */ mongoMoves(connect);
export const audits = /* @__PURE__ */ mongoAudits(connect);
export const syncTargets = /* @__PURE__ */ mongoSyncTargets(connect);
export const polls = /* @__PURE__ */ mongoPolls(connect);
export const freshSlots = /* @__PURE__ */ mongoFreshSlots(connect);
export const answersTo = /* @__PURE__ */ mongoAnswersTo(connect);
export const corrections = /* @__PURE__ */ mongoCorrections(connect);
export const ingest = /* @__PURE__ */ mongoIngest(connect, keptDays);

export const feeds = /* @__PURE__ */ mongoFeeds(connect);
/** The event outbox that wakes nobody: the sweeper does. Functions with a queue take runtime/event-outbox.ts. */
export const eventOutbox = /* @__PURE__ */ mongoEventOutbox(connect, keptDays);
export const webhooks = /* @__PURE__ */ mongoWebhooks(connect, keyring);
export const webhookDeliveries = /* @__PURE__ */ mongoWebhookDeliveries(connect, keyring);

/** What every endpoint stands behind. */
export const gate: Gate = {
  apiKeys,
  rateLimits,
  idempotency: /* @__PURE__ */ mongoIdempotency(connect),
  clock,
  log,
  withinCall,
  accountBucket: () => ({ burst: setting("RATE_BURST"), perSecond: setting("RATE_PER_SECOND") }),
  isOutage,
};
