import type { RehearsedSend, Outcome } from "../forecast/play-rehearsal.ts";
import type { Loads } from "./sends.ts";

/** What the rehearsed emails do on one day, in the rehearsal's zone. */
export interface RehearsedDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly mailboxId: string;
  /** How many emails leave. */
  readonly leaves: number;
}

/** A rehearsal and its result, without the single emails. */
export interface Rehearsal {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** When the result is deleted. */
  readonly expiresAt: Date;
  /** Its last moment. */
  readonly until: Date;
  readonly timezone: string;
  /** How many emails waited. */
  readonly emails: number;
  readonly leaves: number;
  readonly fails: number;
  readonly later: number;
  readonly unknown: number;
  /** How many were cancelled, by reason. */
  readonly cancelled: Readonly<Record<string, number>>;
  readonly days: readonly RehearsedDay[];
}

/** The copies from which rehearsals are played, and their results. */
export interface Rehearsals {
  /** What waits in these mailboxes and left in the last day, without bodies. */
  copy(mailboxIds: readonly string[]): Promise<Loads<RehearsedSend>>;
  /** Stores a result; of the account's others the latest 19 stay. */
  insert(rehearsal: Rehearsal, outcomes: readonly Outcome[]): Promise<void>;
  find(userId: string, id: string): Promise<Rehearsal | undefined>;
  /** Up to `limit` outcomes of a rehearsal from number `start`; undefined when there is none. */
  outcomes(userId: string, id: string, start: number, limit: number): Promise<readonly Outcome[] | undefined>;
}
