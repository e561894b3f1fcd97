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
import { mongoUsers } from "../adapters/mongo/users.ts";
import { mongoWallets } from "../adapters/mongo/wallets.ts";
import type { Gate } from "../http/gate.ts";
import { setting } from "./env.ts";
import { log } from "./log.ts";
import { secret } from "./secret.ts";
import { clock } from "./system.ts";

/** The database named by the secret; opened at the first use. */
export const connect = connectMongo(async () => (await secret()).mongodbUri);

export const users = mongoUsers(connect);
export const apiKeys = mongoApiKeys(connect);
export const rateLimits = mongoRateLimits(connect);
export const wallets = mongoWallets(connect);

const keyring = async () => (await secret()).keyring;

export const ips = mongoIps(connect, keyring);
export const mailboxes = mongoMailboxes(connect, keyring);
export const grants = mongoGrants(connect, keyring);

export const outbox = mongoOutbox(connect);
export const sends = mongoSends(connect);
export const deliveries = mongoDeliveries(connect);

export const messages = mongoMessages(connect);
export const threads = mongoThreads(connect);
export const syncStates = mongoSyncStates(connect);
export const syncTargets = mongoSyncTargets(connect);
export const freshSlots = mongoFreshSlots(connect);
export const ingest = mongoIngest(connect);

/** What every endpoint stands behind. */
export const gate: Gate = {
  apiKeys,
  rateLimits,
  idempotency: mongoIdempotency(connect),
  clock,
  log,
  accountBucket: () => ({ burst: setting("RATE_BURST"), perSecond: setting("RATE_PER_SECOND") }),
  isOutage,
};
