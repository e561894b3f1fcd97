import type { NewAuditEntry } from "#shared/accounts/audit-log.ts";
import type { Contacted } from "../contacts.ts";
import type { Send } from "../send.ts";
import type { Draft } from "./acceptance.ts";

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
