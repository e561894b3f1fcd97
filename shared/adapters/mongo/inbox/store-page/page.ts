import type { ClientSession } from "mongodb";
import type { SyncLease } from "../../../../domain/inbox/pull/sync-state.ts";
import type { Database } from "../../database.ts";
import type { KeptDays } from "../../retention.ts";

/** One page of received mail under way: its transaction and mailbox. */
export interface Page {
  readonly database: Database;
  readonly session: ClientSession;
  readonly lease: SyncLease;
  readonly keptDays: KeptDays;
}
