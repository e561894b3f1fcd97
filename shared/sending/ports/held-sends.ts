import type { RehearsedSend, Outcome } from "../forecast/play-rehearsal.ts";
import type { Loads } from "./sends.ts";
import type { NewAuditEntry } from "#shared/accounts/audit-log.ts";
import type { Contacted } from "../refused-recipients.ts";
import type { Send } from "../send.ts";
import type { Draft } from "./acceptance.ts";

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

/** What a person approves, and when it is to leave. */
export interface Approval {
  readonly revision: number;
  /** The hash of its content, which is stored with this revision. */
  readonly hash: string;
  /** Who approves it. */
  readonly by: string;
  /** When it leaves; undefined: at once. */
  readonly at: Date | undefined;
  /** A follow-up is not tried before its parent is due. */
  readonly notBefore?: Date | undefined;
  /** True to approve it although mail has arrived in its conversation since this revision. */
  readonly evenIfAnswered: boolean;
  /** The last message of its conversation that the approver has seen: nothing newer may be there. */
  readonly ifLastMessageId?: string | undefined;
  /** The tenant of its mailbox, for a first email; "" for none, absent for any other email. */
  readonly contactTenant?: string | undefined;
  readonly entry: NewAuditEntry;
}

/** The result of an approval. */
export type Approving =
  | { readonly kind: "approved"; readonly send: Send }
  /** Mail of a verified sender has arrived in its conversation since this revision, or anything that its approver has not seen. */
  | { readonly kind: "answered"; readonly messageId: string }
  /** The balance, or with `waitSeconds` the hourly limit, does not allow it. */
  | { readonly kind: "unpaid"; readonly waitSeconds?: number | undefined }
  /** Its recipient was contacted recently. */
  | { readonly kind: "contacted"; readonly contacted: Contacted }
  /** It has another revision by now, or does not wait any more. */
  | { readonly kind: "changed" };

/** The emails that wait for approval. Each write is one transaction, conditional on the revision that its caller has seen. */
export interface HeldSends {
  /**
   * Replaces the content of a held email by the draft's, and raises its revision. Undefined when it has another revision, is not held any more, or,
   * with `heldBy`, is held by another key.
   */
  edit(draft: Draft, revision: number, heldBy?: string): Promise<Send | undefined>;
  /** Charges a held email and lets it go, with its entry in the audit log. */
  approve(userId: string, id: string, approval: Approval): Promise<Approving>;
}
