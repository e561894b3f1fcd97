import { setTimeout as sleep } from "node:timers/promises";
import type { GraphAnswer } from "./answer.ts";

/** What goes wrong with a call. Closing ends the connection without an answer, before the call takes effect or after. */
export type Failure =
  | "close before"
  | "close after"
  | { readonly delayMs: number }
  | { readonly until: Promise<unknown> }
  | { readonly answer: GraphAnswer }
  | { readonly alter: (answer: GraphAnswer) => GraphAnswer };

/** A fault that a test plants. */
export interface Fault {
  /** Matches `METHOD /path?query`, as `GET /v1.0/me/messages/…`. */
  readonly on: RegExp;
  readonly does: Failure;
  /** How many calls it hits; absent: one. */
  readonly times?: number;
}

/** Ends the connection of a call. */
export class Closed extends Error {}

/** The planted faults; each takes effect in the order of planting. */
export const createFaults = () => {
  let planted: (Fault & { left: number })[] = [];
  const take = (call: string): Failure | undefined => {
    const found = planted.find(({ on }) => on.test(call));
    if (!found) return undefined;
    found.left -= 1;
    planted = planted.filter(({ left }) => left > 0);
    return found.does;
  };
  return {
    plant: (fault: Fault) => void planted.push({ ...fault, left: fault.times ?? 1 }),
    clear: () => void (planted = []),
    /** Answers a call with the fault that was planted for it, if any. */
    through: async (call: string, answer: () => Promise<GraphAnswer>): Promise<GraphAnswer> => {
      const failure = take(call);
      if (failure === undefined) return answer();
      if (failure === "close before") throw new Closed();
      if (failure === "close after") return answer().then(() => Promise.reject(new Closed()));
      if ("answer" in failure) return failure.answer;
      if ("alter" in failure) return failure.alter(await answer());
      await ("until" in failure ? failure.until : sleep(failure.delayMs));
      return answer();
    },
  };
};
