// The ports over MongoDB. Each is marked pure, so that a bundle carries only those its function names.
import { mongoApiKeys } from "../adapters/mongo/api-keys.ts";
import { connectMongo } from "../adapters/mongo/database.ts";
import { mongoDeliveries } from "../adapters/mongo/deliveries.ts";
import { mongoFreshSlots } from "../adapters/mongo/fresh-slots.ts";
import { mongoGrants } from "../adapters/mongo/grants.ts";
import { mongoIdempotency } from "../adapters/mongo/idempotency.ts";
import { mongoIngest } from "../adapters/mongo/ingest.ts";
import { mongoIps } from "../adapters/mongo/ips.ts";
import { mongoMailboxes } from "../adapters/mongo/mailboxes.ts";
import { mongoMessages } from "../adapters/mongo/messages.ts";
import { isOutage } from "../adapters/mongo/outage.ts";
import { mongoOutbox } from "../adapters/mongo/outbox.ts";
import { mongoRateLimits } from "../adapters/mongo/rate-limits.ts";
import { mongoSends } from "../adapters/mongo/sends.ts";
import { mongoSyncStates } from "../adapters/mongo/sync-states.ts";
import { mongoSyncTargets } from "../adapters/mongo/sync-targets.ts";
import { mongoThreads } from "../adapters/mongo/threads.ts";
import { mongoSealedRecords, sealedCollections } from "../adapters/mongo/sealed-records.ts";
import { mongoUsers } from "../adapters/mongo/users.ts";
import { mongoWallets } from "../adapters/mongo/wallets.ts";
import type { Gate } from "../http/gate.ts";
import { setting } from "./env.ts";
import { log } from "./log.ts";
import { secret } from "./secret.ts";
import { clock } from "./system.ts";

/** The database named by the secret; opened at the first use. */
export const connect = /* @__PURE__ */ connectMongo(
  async () => (await secret()).mongodbUri,
  () => ({ maxPoolSize: setting("MONGODB_POOL") }),
);

export const users = /* @__PURE__ */ mongoUsers(connect);
export const apiKeys = /* @__PURE__ */ mongoApiKeys(connect);
export const rateLimits = /* @__PURE__ */ mongoRateLimits(connect);
export const wallets = /* @__PURE__ */ mongoWallets(connect);

const keyring = async () => (await secret()).keyring;

export const ips = /* @__PURE__ */ mongoIps(connect, keyring);
export const mailboxes = /* @__PURE__ */ mongoMailboxes(connect, keyring);
export const grants = /* @__PURE__ */ mongoGrants(connect, keyring);
/** Every collection that holds sealed values, for key rotation. */
export const sealedRecords = /* @__PURE__ */ sealedCollections.map((name) => mongoSealedRecords(connect, name));

export const outbox = /* @__PURE__ */ mongoOutbox(connect);
export const sends = /* @__PURE__ */ mongoSends(connect);
export const deliveries = /* @__PURE__ */ mongoDeliveries(connect);

export const messages = /* @__PURE__ */ mongoMessages(connect);
export const threads = /* @__PURE__ */ mongoThreads(connect);
export const syncStates = /* @__PURE__ */ mongoSyncStates(connect);
export const syncTargets = /* @__PURE__ */ mongoSyncTargets(connect);
export const freshSlots = /* @__PURE__ */ mongoFreshSlots(connect);
export const ingest = /* @__PURE__ */ mongoIngest(connect);

/** What every endpoint stands behind. */
export const gate: Gate = {
  apiKeys,
  rateLimits,
  idempotency: /* @__PURE__ */ mongoIdempotency(connect),
  clock,
  log,
  accountBucket: () => ({ burst: setting("RATE_BURST"), perSecond: setting("RATE_PER_SECOND") }),
  isOutage,
};
