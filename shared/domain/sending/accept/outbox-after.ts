import type { Outbox } from "../ports.ts";

/** An outbox that takes nothing before the request is known to be allowed; whatever that rejects with comes out instead. */
export const outboxAfter = (allowed: Promise<void>, outbox: Outbox): Outbox => ({
  accept: async (...sending) => {
    await allowed;
    return outbox.accept(...sending);
  },
});
