import { providers } from "#shared/providers/index.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Waiting, WakeUps } from "../ports/wake-ups.ts";
import { type Waiter, withinShare, type WorkerPool } from "#shared/platform/fair-shares.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { limitsOf, SENDS_PER_CLAIM, whileLeased } from "./claim.ts";
import { afterWork, updateRelated, publishResults } from "./after-work.ts";
import { deliverClaim } from "./deliver-claim.ts";
import { fileCopies } from "./copies.ts";
import { lookUpUnknown } from "./look-up-unknown.ts";
import { mailConnection } from "./mail-connection.ts";
import { type UndecidedMail, undecidedMailOf, isRefusedTooLong, refusedTooLong } from "./refused-mail.ts";
import { retryDeferred } from "./retry-deferred.ts";
import { stopWatch } from "./stop-watch.ts";
import { atOnce } from "../wake/plan-wakes.ts";
import {
  BEGIN_WITHIN_MS,
  DISCONNECTED_LOOK_MS,
  DISCONNECTED_WAIT_MS,
  RESUMES_SOON_MS,
  UNDECIDED_LOOK_MS,
  WORKER_LIMIT_MS,
} from "../waiting.ts";

/** The usual time of a send, and of opening its connections, ms; a slower server counts as slow. */
const USUAL_SEND_MS = 2_000;
const USUAL_CONNECTING_MS = 10_000;

/** The result of one worker's run in a mailbox. */
export interface WorkerRun {
  readonly tookMs: number;
  /** How many sends it settled. */
  readonly settled: number;
  /** One of the mailbox's sends, with which the mailbox is woken again. */
  readonly last: Waiting | undefined;
}

/**
 * Pauses a mailbox whose slow server has used up its hourly budget of worker time, so that other mailboxes' mail goes first. Only time above the
 * usual counts, so that a busy mailbox at a fast server is never paused. Never throws.
 */
export const pauseIfSlow = async (
  { workerTime, deliveries, wakeUps, clock, log }: Pick<DeliverPorts, "workerTime" | "deliveries" | "wakeUps" | "clock" | "log">,
  mailboxId: string,
  { tookMs, settled, last }: WorkerRun,
): Promise<void> => {
  const slowMs = tookMs - USUAL_CONNECTING_MS - settled * USUAL_SEND_MS;
  if (slowMs <= 0 || !last) return;
  try {
    const pauseMs = await workerTime.spend(mailboxId, slowMs);
    if (pauseMs <= 0) return;
    log.warn("a slow mailbox is paused", { mailboxId, pauseMs });
    await deliveries.pause(mailboxId, pauseMs, "rate");
    await wakeUps.wake([{ ...last, dueAt: new Date(clock.now().getTime() + pauseMs) }]);
  } catch (error) {
    log.warn("a slow mailbox's time could not be noted", { mailboxId, error });
  }
};

/** The content of a send queue message. */
export interface DeliverJob {
  readonly mailboxId: string;
  /** Only a hint: everything that is due in the mailbox is delivered, because other messages may have been lost. */
  readonly sendIds: readonly string[];
}

/** Time kept free for the worker's last writes, ms. */
const MARGIN_MS = 10_000;

/**
 * Delivers everything that is due in a mailbox over one to three connections (shared/README.md, "The worker's steps"). At most two workers deliver
 * for a mailbox at a time; a third one ends at once. Those two continue until nothing is due, which covers what was queued before the third one
 * ended.
 */
export const deliverMailbox = async (ports: DeliverPorts, job: DeliverJob): Promise<void> => {
  const startedAt = ports.clock.now().getTime();
  await deliverFor(ports, job, { startedAt, mailbox: await ports.mailboxes.findForJob(job.mailboxId) });
};

/** The same for workers that many accounts share: each account holds at most its share of them (platform/fair-shares.ts). */
export const deliverFairly = async (ports: DeliverPorts, pool: WorkerPool, job: DeliverJob): Promise<void> => {
  const startedAt = ports.clock.now().getTime();
  const mailbox = await ports.mailboxes.findForJob(job.mailboxId);
  const deliver = () => deliverFor(ports, job, { startedAt, mailbox });
  // Cleaning up after a removed mailbox needs only the database, so it takes no share of the workers.
  if (!mailbox) return deliver();
  const what = `${job.mailboxId} ${job.sendIds[0] ?? ""}`;
  await withinShare(pool, { account: mailbox.userId, what }, deliver);
};

/** Wakes the worker for work that waited for its account's share of the workers. */
export const wakeWaiter = (wakeUps: WakeUps, { account: userId, what }: Waiter): Promise<void> => {
  const [mailboxId = "", id = ""] = what.split(" ");
  return wakeUps.wake([{ id, userId, mailboxId }]);
};

/** What a worker found when it began; the time in ms since the epoch. */
interface Found {
  readonly startedAt: number;
  readonly mailbox: Mailbox | undefined;
}

const deliverFor = async (ports: DeliverPorts, { mailboxId, sendIds }: DeliverJob, { startedAt, mailbox }: Found): Promise<void> => {
  const times = { stopAt: startedAt + BEGIN_WITHIN_MS, endAt: startedAt + WORKER_LIMIT_MS - MARGIN_MS };
  const doubts = undecidedMailOf(ports);
  await lookUpUnknown(ports, mailboxId, mailbox, doubts);
  if (!mailbox) return cancelAll(ports, mailboxId, times.stopAt);
  const early = await ports.deliveries.early(mailboxId, sendIds);
  if (early.length > 0) await ports.wakeUps.wake(early);
  if (mailbox.status === "disconnected") {
    await retryDeferred(ports, { mailbox, watch: stopWatch(ports, mailbox), connection: undefined, ...times });
    return waitForReconnect(ports, mailbox, times.stopAt);
  }

  const usual = limitsOf(mailbox);
  const watch = stopWatch(ports, mailbox);
  const connections = Array.from({ length: providers[mailbox.type].limits.connections }, () => mailConnection(ports, mailbox));
  let last: Waiting | undefined;
  let isMore = false;
  let settled = 0;
  // Publishing a claim's results runs while the next claim is delivered.
  let published: Promise<unknown> = Promise.resolve();
  try {
    // A cap of 0 stops retries, too. Any other cap has already counted these emails.
    await retryDeferred(ports, { mailbox, watch, connection: usual.maxDaily === 0 ? undefined : connections[0], ...times });
    for (;;) {
      if (await ports.isInMaintenance()) return;
      if (last && ports.clock.now().getTime() >= times.stopAt) return await ports.wakeUps.wake([atOnce(last)]);
      // While the server refuses the mailbox's mail, a single send tests it.
      const limits = connections[0]?.refusedSince() ? { ...usual, size: 1 } : usual;
      const claim = await ports.deliveries.claim(mailboxId, { ...limits, isMore });
      if (claim.kind === "limited") return await ports.wakeUps.wake([claim.next]);
      if (claim.kind === "paused") return await comeAgainSoon(ports, mailbox, sendIds, claim.forMs);
      if (claim.kind === "busy") return;
      if (claim.drafts.length === 0) return await doubts.nothingElseIsDue();
      last = claim.drafts[0]?.send;
      isMore = claim.drafts.length === limits.size;
      const {
        sent,
        failed: refused,
        goOn,
      } = await whileLeased(ports, claim, () => deliverClaim(ports, { mailbox, watch, connections, claim, doubts, ...times }));
      const failed = [...refused, ...doubts.takeDecided()];
      settled += sent.length + failed.length;
      await updateRelated(ports, sent, failed);
      await published;
      published = publishResults(ports, sent, failed);
      if (goOn) continue;
      const { [0]: refusal } = connections.flatMap((connection) => connection.heardRefusedSince() ?? []);
      return isRefusedTooLong(refusal, ports.clock.now()) ? await endRefused(ports, mailbox, times.stopAt) : undefined;
    }
  } finally {
    for (const connection of connections) connection.close();
    await published;
    await endDoubts(ports, doubts);
    await pauseIfSlow(ports, mailboxId, { tookMs: ports.clock.now().getTime() - startedAt, settled, last });
    if (!(await ports.isInMaintenance())) await fileCopies(ports, mailbox, times.endAt);
  }
};

/** Does the work after the decided sends, and wakes those that stay undecided for their next attempt. */
const endDoubts = async (ports: DeliverPorts, doubts: UndecidedMail): Promise<void> => {
  const [decided, left] = [doubts.takeDecided(), doubts.left()];
  const dueAt = new Date(ports.clock.now().getTime() + UNDECIDED_LOOK_MS);
  if (decided.length > 0) await afterWork(ports, [], decided);
  if (left.length > 0) await ports.wakeUps.wake(left.map((send) => ({ ...atOnce(send), dueAt })));
};

/** The sends of a disconnected mailbox wait without using up attempts, for 72 hours from the time at which the credentials were refused. */
const waitForReconnect = async (ports: DeliverPorts, mailbox: Mailbox, stopAt: number): Promise<void> => {
  const left = mailbox.statusSince.getTime() + DISCONNECTED_WAIT_MS - ports.clock.now().getTime();
  if (left <= 0) return void (await failAll(ports, mailbox.id, "the mailbox has been disconnected for 72 hours", stopAt));
  await ports.deliveries.pause(mailbox.id, Math.min(left, DISCONNECTED_LOOK_MS), "reconnect");
};

/** Fails the due sends of a mailbox whose mail has been refused for 72 hours and is still refused; later sends wait for 72 hours of their own. */
const endRefused = async (ports: DeliverPorts, { id }: Mailbox, stopAt: number): Promise<void> => {
  const mailbox = await ports.mailboxes.findForJob(id);
  await ports.deliveries.release(id);
  const isAll = await failAll(ports, id, refusedTooLong(mailbox?.smtpLastError ?? ""), stopAt);
  if (mailbox && isAll) await ports.mailboxes.note(mailbox, { mailRefusedSince: ports.clock.now() });
};

/** Fails what is due; false when there is more than the worker has time for. */
const failAll = async (ports: DeliverPorts, mailboxId: string, lastError: string, stopAt: number): Promise<boolean> => {
  for (;;) {
    const claim = await ports.deliveries.claim(mailboxId, { size: SENDS_PER_CLAIM });
    if (claim.kind !== "claimed" || claim.drafts.length === 0) return true;
    const sends = claim.drafts.map(({ send }) => send);
    await ports.deliveries.fail(claim.token, sends, lastError);
    await afterWork(ports, [], sends);
    if (ports.clock.now().getTime() < stopAt) continue;
    await ports.wakeUps.wake(sends.slice(0, 1).map(atOnce));
    return false;
  }
};

/** Cancels the remaining sends of a removed mailbox. */
const cancelAll = async (ports: DeliverPorts, mailboxId: string, stopAt: number): Promise<void> => {
  for (let left = await ports.deliveries.cancelWaiting(mailboxId); left; left = await ports.deliveries.cancelWaiting(mailboxId)) {
    if (ports.clock.now().getTime() >= stopAt) return ports.wakeUps.wake([atOnce(left)]);
  }
};

/** Wakes the mailbox again when its pause ends soon or has ended; otherwise the wake-ups of a paused mailbox are dropped here. */
const comeAgainSoon = async (ports: DeliverPorts, mailbox: Mailbox, [id]: readonly string[], forMs: number): Promise<void> => {
  if (id === undefined || forMs > RESUMES_SOON_MS) return;
  const { id: mailboxId, userId } = mailbox;
  await ports.wakeUps.wake([{ id, userId, mailboxId, dueAt: new Date(ports.clock.now().getTime() + forMs) }]);
};
