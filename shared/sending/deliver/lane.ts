import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { ClaimQueue } from "./claim.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { MailConnection } from "./mail-connection.ts";
import type { Circumstances, Verdict } from "./outcome.ts";
import type { UndecidedMail } from "./refused-mail.ts";
import type { ClaimResults } from "./claim-results.ts";
import type { StopWatch } from "./stop-watch.ts";

/** One connection of a claim and its state; times in ms since the epoch. */
export interface Lane {
  readonly ports: DeliverPorts;
  readonly mailbox: Mailbox;
  readonly token: string;
  readonly queue: ClaimQueue;
  readonly connection: MailConnection;
  /** Whether other workers deliver for the mailbox, so that the server may refuse a further connection. */
  readonly isSpare: () => boolean;
  readonly settle: ClaimResults;
  /** The sends that this worker has left undecided. */
  readonly doubts: UndecidedMail;
  /** Asks the mailbox's server for replies, once for the claim; false when it could not be asked. */
  readonly ask: () => Promise<boolean>;
  readonly watch: StopWatch;
  /** No send starts after this time. */
  readonly stopAt: number;
  /** No wait lasts beyond this time. */
  readonly endAt: number;
  /** A random number for the whole claim, in [0, 1). */
  readonly random: number;
  /** The write of the last result, which may still be running. */
  written: Promise<void>;
  /** Whether a connection was made; "unwanted" until the first one is requested. */
  reached: "unwanted" | "yes" | "no";
}

/** What the lane does after a send: take the next one, end the claim, or end this lane alone. */
export type Next = "next" | "stop" | "leave";

/** The server's replies that keep an email waiting, for the record of refusals. */
export const repliesOf = (verdict: Verdict): readonly string[] =>
  verdict.kind === "retry" || verdict.kind === "wait" ? [verdict.lastError] : [];

/** The facts by which an outcome is judged, besides the outcome and the send. */
export const circumstancesOf = ({ ports, mailbox, random }: Lane): Circumstances => ({ mailbox, now: ports.clock.now(), random });

/** Logs a failure of this service; an alarm counts this event. */
export const logInternalFailure = ({ ports, mailbox }: Lane, error: unknown): void =>
  ports.log.error("delivery stopped by our own failure", { mailboxId: mailbox.id, error });
