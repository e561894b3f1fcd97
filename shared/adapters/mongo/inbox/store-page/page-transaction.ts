import type { SyncLease } from "../../../../domain/inbox/pull/sync-state.ts";
import type { KeptDays } from "../../retention.ts";
import type { Transaction } from "../thread-documents.ts";

/** The transaction of a page of a mailbox. */
export interface PageTransaction extends Transaction {
  readonly lease: Pick<SyncLease, "id" | "userId">;
  readonly keptDays: KeptDays;
}
