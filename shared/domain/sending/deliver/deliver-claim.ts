import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { claimQueue } from "./claim-queue.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { deliverSend, type Lane, type Next } from "./deliver-send.ts";
import { checkReplies } from "./check-replies.ts";
import type { MailConnection } from "./mail-connection.ts";
import type { Claim } from "../ports/claims.ts";
import type { Send } from "../send.ts";
import { suppressedAmong } from "../suppressed.ts";
import { settlement } from "./settlement.ts";

/** A claim and what to deliver it with; times in ms since the epoch. */
export interface ClaimRun {
  readonly mailbox: Mailbox;
  /** Each carries its share of the claim, side by side. */
  readonly connections: readonly MailConnection[];
  readonly claim: Claim;
  /** No send is begun later. */
  readonly stopAt: number;
  /** Nothing is waited for longer. */
  readonly endAt: number;
}

/** What became of a claim. */
export interface ClaimReport {
  readonly sent: readonly Send[];
  readonly failed: readonly Send[];
  /** False when the mailbox's next claim would fare no better now. */
  readonly goOn: boolean;
}

/** Sends that nobody was let in for wait so long, ms: whoever works at the mailbox has less to do then. */
const GIVE_WAY_MS = 5_000;
/** For so few sends a second connection costs more round trips than it saves. */
const ONE_CONNECTION_UP_TO = 10;

/**
 * Delivers the sends of a claim. On each connection a result is given to the database before anything else is done, and is being written
 * while the next send is under way; at most one result of a connection is ever on its way.
 */
export const deliverClaim = async (ports: DeliverPorts, run: ClaimRun): Promise<ClaimReport> => {
  const { mailbox, connections, claim, stopAt, endAt } = run;
  const settle = settlement(ports, claim.token, endAt);
  let asked: Promise<boolean> | undefined;
  const suppressed = await suppressedAmong(
    ports,
    claim.drafts.map(({ send }) => send),
  );
  const shared = {
    ports,
    mailbox,
    token: claim.token,
    queue: claimQueue(claim.drafts),
    settle,
    // One pull serves the whole claim, and none is made before an email is about to leave that an answer may stop.
    ask: () => (asked ??= checkReplies(ports, mailbox)),
    suppressed,
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

/** The first lane leads: a server that is down or refuses the login is asked once, and the others connect when it has let one in. */
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
    // Whatever happened: a function that returns is frozen, and with it the result that is not written yet.
    await lane.written;
  }
};
