import { auditEntry, auditFilter } from "../contract/audit-log.ts";
import type { AuditEntry, AuditFilter } from "../domain/audit-log/entry.ts";
import { type From, fromWire, type Into, toWire } from "./wire.ts";

/** Which entries a client wants. */
export const auditFilterIn: Into<AuditFilter, typeof auditFilter> = fromWire(auditFilter);

/** An entry on the wire; the operator's name stays with the operator. */
export const auditEntryOut: From<AuditEntry, typeof auditEntry> = toWire(auditEntry);
