import type { Page } from "../ports.ts";
import type { AuditEntry, AuditFilter, NewAuditEntry } from "./entry.ts";

/** The audit log. */
export interface AuditLog {
  record(entry: NewAuditEntry): Promise<void>;
  /** The entries of an account, newest first; of no account: the operator's commands that concern none. */
  list(userId: string | undefined, filter: AuditFilter, page: Page): Promise<readonly AuditEntry[]>;
}
