import type { IdempotencyClaim } from "../../auth/ports.ts";
import type { Send, SendBody } from "../send.ts";

/** A send that is ready to be stored, with its bodies. */
export interface Draft {
  readonly send: Send;
  readonly body: SendBody;
  /** What its attachments hold, in their order; absent for none. */
  readonly contents?: readonly Uint8Array[];
  /** Its conversation is made with it. */
  readonly beginsThread?: true;
  /** It shall carry a link to unsubscribe. */
  readonly unsubscribe?: boolean | undefined;
}

/** The answer to save under an Idempotency-Key in the same transaction as the charge (G12). */
export interface SavedAnswer {
  readonly claim: IdempotencyClaim;
  /** The answer's JSON value, given how many drafts were accepted. */
  answer(accepted: number): unknown;
}

/** Accepts sends: wallet, ledger, records, bodies, threads and saved answer in one majority transaction (G1 and G11). */
export interface AcceptedSends {
  /**
   * Charges and stores the first drafts that the balance covers, in order; answers how many.
   * With 0 accepted nothing is written. Throws `mailboxDisconnected` when a mailbox has been deleted, `conflict` when the idempotency claim was lost.
   */
  accept(userId: string, drafts: readonly Draft[], saved?: SavedAnswer): Promise<number>;
}
