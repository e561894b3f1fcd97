import { setTimeout as pause } from "node:timers/promises";
import { mongoEventOutbox } from "../../adapters/mongo/events/event-outbox.ts";
import { publishForgotten } from "../../domain/events/publish.ts";
import { pullNow } from "../../domain/inbox/pull/pull-now.ts";
import { syncMailbox } from "../../domain/inbox/pull/sync-mailbox.ts";
import { type Mailbox, sandboxAccount } from "../../domain/mailboxes/mailbox.ts";
import type { MailAccounts } from "../../domain/mailboxes/ports.ts";
import type { DrivePorts, WorldWork } from "../../domain/sandbox/drive.ts";
import { deliverMailbox } from "../../domain/sending/deliver/deliver-mailbox.ts";
import type { Answers } from "../../domain/sending/ports/answers.ts";
import type { WakeUps } from "../../domain/sending/ports/wake-ups.ts";
import { unsubscribe } from "../../domain/suppressions/unsubscribe.ts";
import { sweepWorld } from "../../domain/sweep.ts";
import { deliverWebhook, type DeliverWebhookPorts } from "../../domain/webhooks/deliver-webhook.ts";
import type { WebhookQueue } from "../../domain/webhooks/ports.ts";
import { currentWorld, inWorld } from "../../domain/world.ts";
import { eventBody, testEventBody } from "../../mapping/events.ts";
import { log } from "../log.ts";
import { clock, ids, processClock } from "../system.ts";
import { agenda } from "./agenda.ts";
import { answersTo } from "./answers-to.ts";
import { audits } from "./audits.ts";
import { connect, keptDays } from "./database.ts";
import { deliveries } from "./deliveries.ts";
import { forgottenDeliveries } from "./forgotten-deliveries.ts";
import { links } from "./links.ts";
import { mailboxes } from "./mailboxes.ts";
import { isInMaintenance } from "./maintenance.ts";
import { metrics } from "./metrics.ts";
import { moves } from "./moves.ts";
import { purges } from "./purges.ts";
import { refusals } from "./refusals.ts";
import { mailReader, sentFolder, submissions } from "./sandbox-ends.ts";
import { wakeIn } from "./sandbox-queue.ts";
import { webhookDeliveries } from "./sealed-webhooks.ts";
import { search } from "./search.ts";
import { sends } from "./sends.ts";
import { copies } from "./sent-copies.ts";
import { suppressions } from "./suppressions.ts";
import { ingest, syncStates } from "./sync-states.ts";
import { threadReconciliation } from "./thread-reconciliation.ts";
import { webhookClient } from "./webhook-client.ts";
import { workerTime } from "./worker-time.ts";
import { worlds } from "./worlds.ts";

/** How long a pull of a sandbox mailbox lasts at most, ms. */
const PULL_MS = 20_000;

const account = async (mailbox: Mailbox) => sandboxAccount(mailbox);
// Sandbox mailboxes have no credentials to open.
const mailAccounts: MailAccounts = { smtp: account, imap: account, renew: async () => false, otherWay: async () => undefined };
/** What would be woken is on the agenda. */
const idle = { wake: async () => undefined };
const wakeUps: WakeUps = idle;
const webhookQueue: WebhookQueue = idle;
const eventOutbox = mongoEventOutbox(connect, keptDays);

/** A worker stops between two emails when the call's time is over, as it does in maintenance. */
const isOver = async () => currentWorld()?.isOver?.() === true || isInMaintenance();

const pulling = { mailboxes, mailAccounts, mailReader, syncStates, audits, moves, ingest, search, eventOutbox, clock, ids, log };
const answers: Answers = { pull: pullNow(pulling), to: answersTo };
const records = { deliveries, sends, copies, suppressions, workerTime, refusals, answers };
const delivering = { ...pulling, ...records, submissions, sentFolder, wakeUps, isInMaintenance: isOver, pause };
const sweeping = { ...delivering, metrics, purges, threadReconciliation, webhookDeliveries: forgottenDeliveries, webhookQueue };
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
  post: async (id) => {
    const endpoint = { id, userId: userHere() };
    await deliverWebhook(posting, endpoint, "quick");
    if (await webhookDeliveries.isSlow(id)) await deliverWebhook(posting, endpoint, "slow");
  },
  publish: async () => void (await publishForgotten(sweeping, 0)),
  sweep: () => sweepWorld(sweeping),
};

/** The ports of driving test worlds. */
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
