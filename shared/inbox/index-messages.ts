import type { Clock, Log } from "#shared/platform/ports.ts";
import type { MessageSearch } from "./ports/messages.ts";

/** The ports of making messages searchable. */
export interface IndexPorts {
  readonly search: Pick<MessageSearch, "index">;
  readonly clock: Clock;
}

/** How long one run lasts, ms; the next begins a minute after its start. */
const WITHIN_MS = 20_000;

/** Makes stored messages searchable while time is left; called every minute. */
export const indexMessages = async ({ search, clock }: IndexPorts): Promise<void> => {
  const end = clock.now().getTime() + WITHIN_MS;
  while ((await search.index()) > 0 && clock.now().getTime() < end);
};

/** The ports of making new mail searchable. */
export interface IndexNewPorts {
  readonly search: Pick<MessageSearch, "index">;
  readonly log: Log;
}

/** Larger pages belong to a backlog: indexing them would delay the pull, so the sweeper does it. */
const NEW_MAX = 50;

/** Makes a few newly stored messages searchable. Never throws: the sweeper does what fails here. */
export const indexNew = async ({ search, log }: IndexNewPorts, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length === 0 || messageIds.length > NEW_MAX) return;
  try {
    await search.index(messageIds);
  } catch (error) {
    log.warn("new mail not searchable yet", { count: messageIds.length, error });
  }
};
