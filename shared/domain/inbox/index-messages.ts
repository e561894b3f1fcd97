import type { Clock } from "../ports.ts";
import type { MessageSearch } from "./ports/message-search.ts";

/** What making messages searchable takes. */
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
