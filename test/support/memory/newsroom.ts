import type { Newsroom } from "#shared/domain/events/ports.ts";

/** No news: the stores in memory note none. */
export const silentNewsroom: Newsroom = { publish: async () => [], forgotten: async () => [] };
