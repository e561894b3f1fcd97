import type { WorldTime } from "./ports.ts";

/** A world's time at a given real time. */
export const nowOf = ({ offsetMs, at }: WorldTime, realNow: Date): Date => at ?? new Date(realNow.getTime() + offsetMs);
