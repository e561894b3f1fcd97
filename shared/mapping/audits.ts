import { audit } from "../contract/audits.ts";
import type { OutputOf } from "../contract/operation.ts";
import type { AuditReport } from "../domain/inbox/audit/audit.ts";
import type { ShownAudit } from "../domain/inbox/audit/ask-audit.ts";
import { type From, toWire } from "./wire.ts";

const wireOf: From<Omit<ShownAudit, "last"> & Partial<AuditReport>, typeof audit> = toWire(audit);

/** A mailbox's audit on the wire. An exception: what is wireOf of the last one stands beside whether one is running. */
export const auditOut = ({ last, ...asked }: ShownAudit): OutputOf<typeof audit> => wireOf({ ...asked, ...last });
