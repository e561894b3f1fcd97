import type { IdempotencyClaim } from "#shared/accounts/auth/ports.ts";
import type { Send, SendBody } from "../send.ts";
import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";

/** A send that is ready to be stored, with its bodies. */
export interface Draft {
  readonly send: Send;
  readonly body: SendBody;
  /** The contents of its attachments, in order; absent for none. */
  readonly contents?: readonly Uint8Array[];
  /** Whether it starts its conversation. */
  readonly beginsThread?: true;
  /** Whether it is to carry an unsubscribe link. */
  readonly unsubscribe?: boolean | undefined;
}

/** The answer that is saved under an Idempotency-Key in the transaction of the charge (G12 in shared/README.md). */
export interface SavedAnswer {
  readonly claim: IdempotencyClaim;
  /** Makes the answer's JSON value, given what was accepted. */
  answer(accepted: Accepted): unknown;
}

/** How many drafts were accepted. */
export interface Accepted {
  /** The number of accepted drafts, from the first. */
  readonly count: number;
  /** Set when the hourly limit, and not the balance, refused the next draft: the seconds until it may be sent. */
  readonly waitSeconds?: number;
}

/** Accepts sends: wallet, ledger, records, bodies, threads and saved answer in one majority transaction (G1 and G11 in shared/README.md). */
export interface AcceptedSends {
  /**
   * Charges and stores the first drafts that the balance and the account's hourly limit cover, in order. When none is accepted, nothing is written.
   * Throws `mailboxDisconnected` when a mailbox has been deleted, and `conflict` when the idempotency claim was lost.
   */
  accept(userId: string, drafts: readonly Draft[], saved?: SavedAnswer): Promise<Accepted>;
}

/** A dedicated address: an egress proxy that the operator runs at that address (api/README.md, "Sending", `ip_id`). */
export interface DedicatedIp {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly label: string;
  /** Whether it is the account's default; at most one is. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

/** The dedicated addresses of an account. */
export interface Ips {
  /** The account's addresses, oldest first. */
  list(userId: string): Promise<readonly DedicatedIp[]>;
}

/** The operator's changes to dedicated addresses. */
export interface IpRegistry extends Ips {
  /** Adds an address with its proxy, whose credentials are stored sealed; a new default replaces the old one. */
  add(ip: DedicatedIp, proxy: EgressProxy): Promise<void>;
  /** Removes an address; false when the account has no such address. */
  remove(userId: string, id: string): Promise<boolean>;
}
