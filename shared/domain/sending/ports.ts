import type { IdempotencyClaim } from "../auth/ports.ts";
import type { Page } from "../ports.ts";
import type { Send, SendBody, SendStatus } from "./send.ts";

/** A send that is ready to be stored, with its bodies. */
export interface Draft {
  readonly send: Send;
  readonly body: SendBody;
}

/** The answer to save under an Idempotency-Key in the same transaction as the charge (guarantees.md, G12). */
export interface SavedAnswer {
  readonly claim: IdempotencyClaim;
  /** The answer's JSON value, given how many drafts were accepted. */
  answer(accepted: number): unknown;
}

/** Accepts sends: wallet, ledger, records, bodies, threads and saved answer in one majority transaction (guarantees.md, G1 and G11). */
export interface Outbox {
  /**
   * Charges and stores the first drafts that the balance covers, in order; answers how many.
   * With 0 accepted nothing is written. Throws `conflict` when the idempotency claim was lost.
   */
  accept(userId: string, drafts: readonly Draft[], saved?: SavedAnswer): Promise<number>;
}

/** What GET /v1/logs filters by. */
export interface SendFilter {
  readonly status?: SendStatus | undefined;
  readonly mailboxId?: string | undefined;
  readonly toEmail?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The sends of an account. */
export interface Sends {
  find(userId: string, id: string): Promise<Send | undefined>;
  /** The bodies of those of `ids` that exist, by send id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SendBody>>;
  list(userId: string, filter: SendFilter, page: Page): Promise<readonly Send[]>;
  /** Applies the `cancel` transition; undefined when the send is in no state that allows it, or not the account's. */
  cancel(userId: string, id: string): Promise<Send | undefined>;
}

/** Wakes the workers; a lost wake-up costs only time, the sweeper finds what is due (guarantees.md, G1). Never throws. */
export interface WakeUps {
  /** Groups accepted sends by mailbox and puts them on the queue; far ones get a schedule later, not within the request (G14). */
  wake(sends: readonly Pick<Send, "id" | "mailboxId" | "status" | "dueAt">[]): Promise<void>;
  /** Deletes the schedule of a cancelled send, if it has one. */
  forget(sendId: string): Promise<void>;
}
