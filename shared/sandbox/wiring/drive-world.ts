import { setTimeout as pause } from "node:timers/promises";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { publishForgotten } from "#shared/events/publish.ts";
import { mongoAnswersTo, mongoAwayNote } from "#shared/inbox/store/answers.ts";
import { pullNow } from "#shared/inbox/pull/fresh-pull.ts";
import { syncMailbox } from "#shared/inbox/pull/sync-mailbox.ts";
import { type Mailbox, sandboxAccount } from "#shared/mailboxes/mailbox.ts";
import type { MailAccounts } from "#shared/mailboxes/ports.ts";
import type { DrivePorts, WorldWork } from "../drive.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Answers } from "#shared/sending/ports/claims.ts";
import type { WakeUps } from "#shared/sending/ports/wake-ups.ts";
import { unsubscribe } from "#shared/suppressions/unsubscribe.ts";
import { sweepWorld } from "#shared/service/sweep.ts";
import { deliverWebhook, type DeliverWebhookPorts } from "#shared/webhooks/deliver-webhook.ts";
import type { WebhookQueue } from "#shared/webhooks/webhook.ts";
import { currentWorld, inWorld } from "#shared/platform/world.ts";
import { eventBody, testEventBody } from "#shared/events/wire.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids, processClock } from "#shared/platform/system.ts";
import { agenda } from "./stores.ts";
import { audits, changes, moves, purges, search } from "#shared/inbox/wiring/stores.ts";
import { connect, bodyDays } from "#shared/platform/wiring/database.ts";
import { deliveries, refusals, sendsWithBodies as sends, copies, workerTime } from "#shared/sending/wiring/stores.ts";
import { forgottenDeliveries, webhookClient } from "#shared/webhooks/wiring/stores.ts";
import { links } from "#shared/accounts/wiring/links.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { metrics } from "#shared/metrics/wiring.ts";
import { mailReader, sentFolder, submissions } from "./sandbox-ends.ts";
import { wakeIn } from "./sandbox-queue.ts";
import { webhookDeliveries } from "#shared/webhooks/wiring/sealed-webhooks.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { ingest, syncStates } from "#shared/inbox/wiring/pulling.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";
import { threadReconciliation } from "#shared/threads/wiring/stores.ts";
import { worlds } from "./worlds.ts";

/** How long a pull of a sandbox mailbox lasts at most, ms. */
const PULL_MS = 20_000;

const account = async (mailbox: Mailbox) => sandboxAccount(mailbox);
// Sandbox mailboxes have no credentials to open.
const mailAccounts: MailAccounts = { smtp: account, imap: account, renew: async () => false, otherWay: async () => undefined };
/** Wake-ups do nothing here: due work is on the agenda. */
const idle = { wake: async () => undefined };
const wakeUps: WakeUps = idle;
const webhookQueue: WebhookQueue = idle;
const eventOutbox = mongoEventOutbox(connect, bodyDays);

/** A worker stops between two emails when the call's time is over, as it does in maintenance. */
const isOver = async () => currentWorld()?.isOver?.() === true || isInMaintenance();

const pulling = { mailboxes, mailAccounts, mailReader, syncStates, audits, changes, moves, ingest, search, eventOutbox, clock, ids, log };
const answers: Answers = { pull: pullNow(pulling), to: mongoAnswersTo(connect), away: mongoAwayNote(connect) };
const records = { deliveries, sends, copies, suppressions, workerTime, refusals, answers };
const delivering = { ...pulling, ...records, submissions, sentFolder, wakeUps, isInMaintenance: isOver, pause };
const sweeping = { ...delivering, metrics, purges, sequences, threadReconciliation, webhookDeliveries: forgottenDeliveries, webhookQueue };
const webhookQueues = { quick: idle, slow: idle };
const bodies = { bodyOf: eventBody, testBodyOf: testEventBody };
const posting: DeliverWebhookPorts = {
  webhookDeliveries,
  webhookClient,
  webhookQueues,
  eventOutbox,
  clock: processClock,
  ids,
  log,
  ...bodies,
};

const userHere = (): string => currentWorld()?.userId ?? "";

const work: WorldWork = {
  deliver: (mailboxId) => deliverMailbox(delivering, { mailboxId, sendIds: [] }),
  pull: async (mailboxId) => {
    const mailbox = await pulling.mailboxes.findForJob(mailboxId);
    if (mailbox) await syncMailbox(pulling, mailbox, { signal: AbortSignal.timeout(PULL_MS), brief: true });
  },
  click: (token) => unsubscribe({ links, suppressions, eventOutbox, log, clock }, token),
  step: (name) => sweepWorld(sweeping, name),
  post: async (id) => {
    const endpoint = { id, userId: userHere() };
    await deliverWebhook(posting, endpoint, "quick");
    if (await webhookDeliveries.isSlow(id)) await deliverWebhook(posting, endpoint, "slow");
  },
  publish: async () => void (await publishForgotten(sweeping, 0)),
  sweep: () => sweepWorld(sweeping),
};

/** The dependencies of driving test worlds. */
export const driving: DrivePorts = {
  worlds,
  agenda,
  work,
  within: inWorld,
  wakeIn,
  pause,
  realNow: () => processClock.now(),
  log,
};
