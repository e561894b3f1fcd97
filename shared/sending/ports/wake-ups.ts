import type { Send } from "../send.ts";

/** The fields of a send that a wake-up needs. Messages are grouped by account, so that one account's many wake-ups do not delay another's. */
export interface Waiting extends Pick<Send, "id" | "userId" | "mailboxId" | "dueAt"> {
  /**
   * The host that accepted no connection. All sends that wait for a host share a message group, so that they delay no other mail when it is reachable
   * again.
   */
  readonly host?: string | undefined;
}

/** Wakes the workers. A lost wake-up only costs time, because the sweeper finds what is due (G1 in shared/README.md). */
export interface WakeUps {
  /**
   * Puts sends on the queue, grouped by mailbox, with a delay of up to 15 minutes. Later sends go to a job that creates their schedules outside the
   * request (G14 in shared/README.md). Never throws.
   */
  wake(sends: readonly Waiting[]): Promise<void>;
}

/** One-off schedules of sends that are due later than a queue delay allows (G13 in shared/README.md). */
export interface Schedules {
  /** Creates the schedule; creating it again for the same time is no error. */
  create(send: Waiting & { readonly dueAt: Date }): Promise<void>;
  /** Deletes a send's schedule for this time; a missing one is no error. */
  delete(sendId: string, dueAt: Date): Promise<void>;
}
