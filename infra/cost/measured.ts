import { readFileSync } from "node:fs";
import type { FunctionId } from "../functions.ts";

/** The resources that a unit of a job's work took: processor time, MongoDB commands, bytes to mail servers, bytes to and from the database. */
export interface Taken {
  readonly cpuMs: number;
  readonly commands: number;
  readonly mailBytesOut: number;
  readonly databaseBytes: number;
}

/** How many messages the audited mailbox holds. */
export const AUDITED_MESSAGES = 5_000;

/** The most memory of a function's process under load, MB; Node was limited to the function's memory. */
export interface Memory {
  readonly id: FunctionId;
  readonly load: string;
  readonly peakMb: number;
}

/** The resources of each job, for one unit of work. */
export interface Measured {
  /** A single `POST /v1/send`, its function alone. */
  readonly accepted: Taken;
  /** The transaction of a batch, for each of its emails. */
  readonly acceptedInBatch: Taken;
  readonly singleEmail: Taken;
  /** One email of a batch of 25. */
  readonly batchedEmail: Taken;
  /** One mailbox without new mail in a probe group. */
  readonly poll: Taken;
  /** A pull that finds one mail. */
  readonly mailPulled: Taken;
  /** The audit of a mailbox with AUDITED_MESSAGES in its INBOX, including its pull. */
  readonly audited: Taken;
  /** One mailbox in a round of start-sync. */
  readonly targetsQueued: Taken;
  /** A sweep that finds nothing. */
  readonly sweep: Taken;
  /** Sequential round trips to a mail server, including the connection's, for a single email, a batch of 25, and a poll. */
  readonly roundTrips: { readonly single: number; readonly batch: number; readonly poll: number };
  /** Database commands before the server has a single email. */
  readonly commandsBeforeSent: number;
  readonly memory: readonly Memory[];
}

/** The figures stored by `npm run cost -- --write`. */
export const readMeasured = (): Measured => JSON.parse(readFileSync("infra/cost/measured.json", "utf8")) as Measured;
