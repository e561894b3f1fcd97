import { readFileSync } from "node:fs";
import type { FunctionId } from "../functions.ts";

/** What a unit of a job's work took: processor time, commands to MongoDB, bytes to mail servers, bytes to and from the database. */
export interface Taken {
  readonly cpuMs: number;
  readonly commands: number;
  readonly mailBytesOut: number;
  readonly databaseBytes: number;
}

/** How many messages the audited mailbox holds. */
export const AUDITED_MESSAGES = 5_000;

/** The most memory that a function's process held under a load, MB; its Node was told to keep within the function's memory. */
export interface Memory {
  readonly id: FunctionId;
  readonly load: string;
  readonly peakMb: number;
}

/** Each job's work, for one unit of it. */
export interface Measured {
  /** A single `POST /v1/send`, its function alone. */
  readonly accepted: Taken;
  /** The transaction of a batch, for each of its emails. */
  readonly acceptedInBatch: Taken;
  readonly singleEmail: Taken;
  /** One of 25. */
  readonly batchedEmail: Taken;
  /** A mailbox of a group where nothing is new. */
  readonly poll: Taken;
  /** A pull that finds one mail. */
  readonly mailPulled: Taken;
  /** The audit of a mailbox whose INBOX holds AUDITED_MESSAGES, with the pull that it is part of. */
  readonly audited: Taken;
  /** A mailbox of a round of start-sync. */
  readonly targetsQueued: Taken;
  /** A sweep that finds nothing. */
  readonly sweep: Taken;
  /** Round trips to a mail server one after the other, the connection's own with them, of a single email, of 25, and of a poll. */
  readonly roundTrips: { readonly single: number; readonly batch: number; readonly poll: number };
  /** Commands before the server has a single email. */
  readonly commandsBeforeSent: number;
  readonly memory: readonly Memory[];
}

/** The figures that `npm run cost -- --write` kept. */
export const readMeasured = (): Measured => JSON.parse(readFileSync("infra/cost/measured.json", "utf8")) as Measured;
