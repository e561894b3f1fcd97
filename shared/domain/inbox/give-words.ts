import type { Clock } from "../ports.ts";
import type { SearchWords } from "./ports.ts";

/** What making messages searchable takes. */
export interface WordsPorts {
  readonly searchWords: SearchWords;
  readonly clock: Clock;
}

/** How long one run goes on, ms: the next begins a minute after it. */
const WITHIN_MS = 20_000;

/** Every minute: makes what was stored searchable, as far as its time goes. */
export const giveWords = async ({ searchWords, clock }: WordsPorts): Promise<void> => {
  const end = clock.now().getTime() + WITHIN_MS;
  while ((await searchWords.goOn()) > 0 && clock.now().getTime() < end);
};
