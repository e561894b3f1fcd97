import type { Clock, Log } from "../ports.ts";
import type { MessageSearch } from "./ports/message-search.ts";

/** The ports of making messages searchable. */
export interface IndexPorts {
  readonly search: Pick<MessageSearch, "index">;
  readonly clock: Clock;
}

/** How long one run goes on, ms: the next begins a minute after it. */
const WITHIN_MS = 20_000;

/** Every minute: makes what was stored searchable, as far as its time goes. */
export const indexMessages = async ({ search, clock }: IndexPorts): Promise<void> => {
  const end = clock.now().getTime() + WITHIN_MS;
  while ((await search.index()) > 0 && clock.now().getTime() < end);
};

/** The ports of making new mail searchable. */
export interface IndexNewPorts {
  readonly search: Pick<MessageSearch, "index">;
  readonly log: Log;
}

/** More messages at once are a backlog's: their words would hold up the pull, and are left to the sweeper. */
const NEW_MAX = 50;

/** Makes a few messages that were just stored searchable. Never throws: what fails is left to the sweeper. */
export const indexNew = async ({ search, log }: IndexNewPorts, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length === 0 || messageIds.length > NEW_MAX) return;
  try {
    await search.index(messageIds);
  } catch (error) {
    log.warn("new mail not searchable yet", { count: messageIds.length, error });
  }
};
