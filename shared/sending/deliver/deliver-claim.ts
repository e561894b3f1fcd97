import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { claimQueue } from "./claim.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { deliverSend } from "./deliver-send.ts";
import { type Lane, type Next, claimResults } from "./lane.ts";
import { checkReplies } from "./prepare.ts";
import type { MailConnection } from "./mail-connection.ts";
import type { UndecidedMail } from "./refused-mail.ts";
import type { Claim } from "../ports/claims.ts";
import type { Send } from "../send.ts";
import type { StopWatch } from "./stop-watch.ts";

/** A claim with what is needed to deliver it; times in ms since the epoch. */
export interface ClaimRun {
  readonly mailbox: Mailbox;
  readonly watch: StopWatch;
  /** The connections that deliver the claim concurrently. */
  readonly connections: readonly MailConnection[];
  readonly claim: Claim;
  readonly doubts: UndecidedMail;
  /** No send starts after this time. */
  readonly stopAt: number;
  /** No wait lasts beyond this time. */
  readonly endAt: number;
}

/** The result of a claim. */
export interface ClaimReport {
  readonly sent: readonly Send[];
  readonly failed: readonly Send[];
  /** False when the mailbox's next claim would meet the same obstacle. */
  readonly goOn: boolean;
}

/** How long sends wait when the server accepts no further connection, ms; by then the mailbox's other worker has less left to do. */
const GIVE_WAY_MS = 5_000;
/** Up to this many sends, a second connection costs more round trips than it saves. */
const ONE_CONNECTION_UP_TO = 10;

/**
 * Delivers the sends of a claim. A connection starts to write a result before it does anything else; the write continues while the next send is
 * delivered. A connection has at most one unwritten result.
 */
export const deliverClaim = async (ports: DeliverPorts, run: ClaimRun): Promise<ClaimReport> => {
  const { mailbox, watch, connections, claim, doubts, stopAt, endAt } = run;
  const settle = claimResults(ports, claim.token, endAt);
  let asked: Promise<boolean> | undefined;
  await watch.begin(claim);
  const shared = {
    ports,
    mailbox,
    token: claim.token,
    queue: claimQueue(claim.drafts),
    settle,
    doubts,
    // One pull serves the whole claim; it is made only when an email that a reply may cancel is about to leave.
    ask: () => (asked ??= checkReplies(ports, mailbox)),
    watch,
    stopAt,
    endAt,
    random: Number.parseInt(ports.ids.random(4), 16) / 2 ** 32,
  };
  const used = claim.drafts.length > ONE_CONNECTION_UP_TO ? connections : connections.slice(0, 1);
  const isSpare = (lane: number) => () => claim.others || (lane > 0 && (connections[0]?.isOpen() ?? false));
  const lanes = used.map((connection, lane): Lane => ({
    ...shared,
    connection,
    isSpare: isSpare(lane),
    written: Promise.resolve(),
    reached: "unwanted",
  }));
  const ends = await Promise.allSettled(driveAll(lanes));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  const left = shared.queue.takeAll();
  await settle.requeue(left, { afterMs: GIVE_WAY_MS, counts: false });
  const stopped = ends.some((end) => end.status === "fulfilled" && end.value === "stop");
  const reached = lanes.some((lane) => lane.reached === "yes") || lanes.every((lane) => lane.reached === "unwanted");
  return { sent: settle.sent, failed: settle.failed, goOn: !stopped && reached && left.length === 0 };
};

/** The first lane leads. A server that is down or refuses the login is asked only once; the remaining lanes connect after the first has logged in. */
const driveAll = (lanes: readonly Lane[]): readonly Promise<Next>[] => {
  const [first, ...others] = lanes;
  if (!first) return [];
  const leading = driveLane(first);
  const follow = async (lane: Lane) => ((await Promise.race([first.connection.opened, leading])) === "leave" ? "leave" : driveLane(lane));
  return [leading, ...others.map(follow)];
};

/** Delivers one send after the other until the claim is empty or must end. */
const driveLane = async (lane: Lane): Promise<Next> => {
  try {
    for (let draft = lane.queue.take(); draft; draft = lane.queue.take()) {
      const next = await deliverSend(lane, draft);
      if (next !== "next") return next;
    }
    return "next";
  } finally {
    // Always await the last write: Lambda freezes a function that has returned, and an unwritten result with it.
    await lane.written;
  }
};
