import type { Send, SendBody } from "../send.ts";
import type { Waiting } from "./wake-ups.ts";

/** Limits on a claim. */
export interface ClaimLimits {
  /** Sends at most. */
  readonly size: number;
  /** Accepted emails in any 24 h; undefined for a claim that will send nothing. */
  readonly maxDaily?: number;
  /** Accepted emails in any minute, where the provider limits them. */
  readonly perMinute?: number;
  /** The worker's last claim was full, so that it need not look first whether there is more. */
  readonly isMore?: boolean;
}

/** A send that a worker holds; its body is undefined when the store has lost it. */
export interface ClaimedDraft {
  readonly send: Send;
  readonly body: SendBody | undefined;
}

/** Sends under one lease token with their bodies, in the order they became due. */
export interface Claim {
  readonly token: string;
  /** How long the lease holds without being renewed, ms. */
  readonly leaseMs: number;
  /** Whether another worker holds a lease in the mailbox. */
  readonly others: boolean;
  readonly drafts: readonly ClaimedDraft[];
}

/** What a claim brings; empty when nothing is due. */
export type ClaimOutcome =
  | ({ readonly kind: "claimed" } & Claim)
  /** Two deliveries are under way; they go on until nothing is due. */
  | { readonly kind: "busy" }
  /** The mailbox is paused for so many ms more; whoever paused it has scheduled its wake-up. */
  | { readonly kind: "paused"; readonly forMs: number }
  /** The daily cap or the provider's pace is reached: the mailbox waits for five minutes at most, until the `dueAt` of `next`, the first that is due. */
  | { readonly kind: "limited"; readonly next: Waiting };

/** Taking what is due, and keeping it. */
export interface Claims {
  /** Claims what is due in a mailbox, in one transaction with its limits, so that they hold under any concurrency. */
  claim(mailboxId: string, limits: ClaimLimits): Promise<ClaimOutcome>;
  /** Takes the sends whose outcome is to be looked up now. */
  claimUnknown(mailboxId: string): Promise<Claim>;
  /** Prolongs the lease of these sends, as far as the token still holds them. */
  renew(token: string, sends: readonly Pick<Send, "id">[]): Promise<void>;
  /** The named sends that are not due yet. */
  early(mailboxId: string, ids: readonly string[]): Promise<readonly Waiting[]>;
  /** The named sends that wait for their time or for another attempt. */
  waiting(ids: readonly string[]): Promise<readonly Waiting[]>;
}
