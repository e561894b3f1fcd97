import type { Send } from "../send.ts";

/** What a wake-up has to know of a send; its account, so that no account's mass of wake-ups delays another's. */
export interface Waiting extends Pick<Send, "id" | "userId" | "mailboxId" | "dueAt"> {
  /** The host that did not let it in: all that wait for one stand in one line, so that they delay nothing else when it is back. */
  readonly host?: string | undefined;
}

/** Wakes the workers; a lost wake-up costs only time, the sweeper finds what is due (G1). */
export interface WakeUps {
  /** Puts sends on the queue, grouped by mailbox, delayed up to 15 minutes; later ones go to a job that schedules them, not within the request (G14). Never throws. */
  wake(sends: readonly Waiting[]): Promise<void>;
}

/** One-off schedules for sends beyond the reach of a queue's delay (G13). */
export interface Schedules {
  /** Creates the schedule; again for the same time is no error. */
  create(send: Waiting & { readonly dueAt: Date }): Promise<void>;
  /** Deletes that of a send for this time; one that is not there is no error. */
  delete(sendId: string, dueAt: Date): Promise<void>;
}
