import type { Log } from "../ports.ts";
import type { EventSource } from "./event.ts";
import type { EventOutbox } from "./ports.ts";

/** The ports of publishing. */
export interface PublishPorts {
  readonly eventOutbox: Pick<EventOutbox, "publish">;
  readonly log: Log;
}

/** The most documents in one transaction: a page of received mail. */
const AT_ONCE = 500;

/** Publishes the pending events of newly written documents; returns whether all were published. Never throws: the sweeper finds the rest. */
export const publishEvents = async ({ eventOutbox, log }: PublishPorts, source: EventSource, ids: readonly string[]): Promise<boolean> => {
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) await eventOutbox.publish(source, ids.slice(at, at + AT_ONCE));
    return true;
  } catch (error) {
    log.warn("events not published", { source, count: ids.length, error });
    return false;
  }
};

/** The ports of the sweeper. */
export interface ForgottenPorts extends PublishPorts {
  readonly eventOutbox: EventOutbox;
}

/** Events pending for this long were left by a dead worker, ms. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Publishes events that have been pending for `afterMs`, as dead workers leave them; returns how many documents had pending events. Throws at the end when some could not be published. */
export const publishForgotten = async (ports: ForgottenPorts, afterMs = FORGOTTEN_AFTER_MS): Promise<number> => {
  const left = await ports.eventOutbox.forgotten(afterMs);
  let failed = 0;
  for (const { source, ids } of left) if (!(await publishEvents(ports, source, ids))) failed += 1;
  if (failed > 0) throw new Error(`events of ${failed} kinds of documents not published`);
  return left.reduce((sum, { ids }) => sum + ids.length, 0);
};
