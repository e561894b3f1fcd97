import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { isLight, sharesCalls } from "../light.ts";
import type { Claim, ClaimLimits } from "../ports.ts";
import { workerTimes } from "../timing.ts";
import { afterWork } from "./after-work.ts";
import type { BuildGate, Place } from "./build-gate.ts";
import { limitsOf } from "./claim-limits.ts";
import { deliverClaim } from "./deliver-claim.ts";
import type { DeliverJob } from "./deliver-mailbox.ts";
import type { ClaimPorts } from "./deliver-ports.ts";
import { leaveUnclaimed } from "./leave-unclaimed.ts";
import { mailConnection } from "./mail-connection.ts";
import { restIfSlow } from "./rest-if-slow.ts";
import { whileLeased } from "./while-leased.ts";

/** A mailbox that keeps a shared call waiting for longer than this is slow, and shares none for so long, ms. */
const SLOW_MS = 5_000;
const SLOW_FOR_MS = 3_600_000;

/**
 * Delivers one light email of a mailbox, beside those of other mailboxes in the same call: all are claimed and built before the first of them
 * is given to its server, and nothing that could kill the worker comes later. Whatever else is due it leaves to the send queue's worker, who
 * has one mailbox a call.
 */
export const deliverSingle = async (ports: ClaimPorts, { mailboxId, sendIds }: DeliverJob, gate: BuildGate): Promise<void> => {
  const place = gate.enter();
  try {
    const mailbox = await ports.mailboxes.findForJob(mailboxId);
    if (!mailbox || !sharesCalls(mailbox)) return await passOn(ports, sendIds);
    const claim = await claimOne(ports, mailbox, isLight, sendIds);
    if (claim?.drafts.length === 0) return await passOn(ports, sendIds);
    if (claim) await deliverOne(ports, mailbox, claim, place);
  } finally {
    place.arrive();
  }
};

/** Wakes the send queue's worker for what of these waits, be it due or not. */
const passOn = async ({ deliveries, wakeUps }: ClaimPorts, sendIds: readonly string[]): Promise<void> =>
  wakeUps.wake(await deliveries.waiting(sendIds));

/** Claims what is due first if the worker takes it; else sees to it that somebody comes for it. */
const claimOne = async (
  ports: ClaimPorts,
  mailbox: Mailbox,
  takes: ClaimLimits["takes"] & {},
  sendIds: readonly string[] = [],
): Promise<Claim | undefined> => {
  const outcome = await ports.deliveries.claim(mailbox.id, { ...limitsOf(mailbox), size: 1, takes });
  if (outcome.kind === "claimed") return outcome;
  await leaveUnclaimed(ports, mailbox, sendIds, outcome);
  return undefined;
};

const deliverOne = async (ports: ClaimPorts, mailbox: Mailbox, claim: Claim, place: Place): Promise<void> => {
  const begunAt = ports.clock.now();
  const connection = mailConnection(ports, mailbox);
  let settled = 0;
  try {
    const run = { mailbox, connections: [connection], claim, gate: place, ...workerTimes(begunAt) };
    const { sent, failed, goOn } = await whileLeased(ports, claim, () => deliverClaim(ports, run));
    settled = sent.length + failed.length;
    await afterWork(ports, sent, failed);
    // Who found the mailbox busy meanwhile has left: what is due now is nobody's.
    if (goOn) await claimOne(ports, mailbox, () => false);
  } finally {
    connection.close();
    const tookMs = ports.clock.now().getTime() - begunAt.getTime();
    if (tookMs > SLOW_MS) await noteSlow(ports, mailbox.id);
    await restIfSlow(ports, mailbox.id, { tookMs, settled, last: claim.drafts[0]?.send });
  }
};

/** Its next emails go to the send queue's worker, where a slow server holds nobody else's call. Never throws. */
const noteSlow = async ({ deliveries, log }: ClaimPorts, mailboxId: string): Promise<void> =>
  deliveries
    .noteSlow(mailboxId, SLOW_FOR_MS)
    .catch((error: unknown) => log.warn("a slow mailbox could not be noted", { mailboxId, error }));
