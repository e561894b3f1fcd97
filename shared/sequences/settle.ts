import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { FORGOTTEN_AFTER_MS } from "#shared/sending/waiting.ts";
import type { Sequence, Sequences } from "./sequence.ts";

/** The ports of settling. */
export interface SettlePorts {
  readonly sequences: Pick<Sequences, "settle">;
  readonly clock: Clock;
}

/** How long a request, or a sweep of one sequence, settles at most, ms; the next sweep goes on. */
const SETTLE_WITHIN_MS = 10_000;
/** How long all sequences of a sweep take at most, ms. */
const SWEEP_WITHIN_MS = 30_000;

/**
 * Makes a sequence's steps as it is: paused, going on, or cancelled where it is deleted. Tells each step's cancelled emails. Returns whether all are;
 * else the sweeper goes on.
 */
export const settleSequence = async (
  { sequences, clock }: SettlePorts,
  { userId, id }: Pick<Sequence, "userId" | "id">,
  tell: (cancelled: readonly string[]) => Promise<unknown> = async () => undefined,
): Promise<boolean> => {
  const until = clock.now().getTime() + SETTLE_WITHIN_MS;
  do {
    const { cancelled, more } = await sequences.settle(userId, id);
    if (cancelled.length > 0) await tell(cancelled);
    if (!more) return true;
  } while (clock.now().getTime() < until);
  return false;
};

/** The ports of the sweeper. */
export interface SettleForgottenPorts extends SettlePorts, PublishPorts {
  readonly sequences: Pick<Sequences, "settle" | "unsettled" | "settled">;
}

/**
 * Settles what was paused, let go on or deleted a while ago: its request may have died, or had too much to do, or another one may have come between its
 * writes. Whatever ran then has ended by now.
 */
export const settleForgotten = async (ports: SettleForgottenPorts): Promise<void> => {
  const { sequences, clock } = ports;
  const until = clock.now().getTime() + SWEEP_WITHIN_MS;
  for (const sequence of await sequences.unsettled(FORGOTTEN_AFTER_MS)) {
    if (clock.now().getTime() >= until) return;
    if (await settleSequence(ports, sequence, (ids) => publishEvents(ports, "sends", ids))) await sequences.settled(sequence);
  }
};
