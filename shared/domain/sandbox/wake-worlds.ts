import type { Worlds } from "./ports.ts";

/** The ports of waking worlds. */
export interface WakeWorldsPorts {
  readonly worlds: Pick<Worlds, "due">;
  /** Has a world settled after so many ms. */
  readonly wakeIn: (userId: string, ms: number) => Promise<void>;
}

/** Every minute: wakes the worlds in which something is due. */
export const wakeWorlds = async ({ worlds, wakeIn }: WakeWorldsPorts): Promise<void> => {
  for (const userId of await worlds.due()) await wakeIn(userId, 0);
};
