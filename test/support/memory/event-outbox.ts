import type { EventOutbox } from "#shared/events/publish.ts";

/** No events: the stores in memory record none. */
export const silentEventOutbox: EventOutbox = { publish: async () => [], forgotten: async () => [] };
