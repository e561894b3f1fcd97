import type { Send } from "../send.ts";

/** The fields of a send that a wake-up needs. The account groups its messages, so that one account's many wake-ups do not delay another's. */
export interface Waiting extends Pick<Send, "id" | "userId" | "mailboxId" | "dueAt"> {
  /**
   * The host that accepted no connection: all sends that wait for one host share a message group, so that they delay no other mail when it is back.
   */
  readonly host?: string | undefined;
}

/** Wakes the workers. A lost wake-up only costs time, because the sweeper finds what is due (G1 in shared/README.md). */
export interface WakeUps {
  /**
   * Puts sends on the queue, grouped by mailbox, delayed by up to 15 minutes. Later ones go to a job that creates their schedules outside the request
   * (G14 in shared/README.md). Never throws.
   */
  wake(sends: readonly Waiting[]): Promise<void>;
}

/** One-off schedules of sends beyond the reach of a queue delay (G13 in shared/README.md). */
export interface Schedules {
  /** Creates the schedule; creating it again for the same time is no error. */
  create(send: Waiting & { readonly dueAt: Date }): Promise<void>;
  /** Deletes a send's schedule for this time; a missing one is no error. */
  delete(sendId: string, dueAt: Date): Promise<void>;
}
