import { audit } from "../contract/audits.ts";
import type { OutputOf } from "../contract/operation.ts";
import type { AuditReport } from "../domain/inbox/audit/audit.ts";
import type { ShownAudit } from "../domain/inbox/audit/ask-audit.ts";
import { type From, toWire } from "./wire.ts";

const wireOf: From<Omit<ShownAudit, "last"> & Partial<AuditReport>, typeof audit> = toWire(audit);

/** A mailbox's audit in the API. An exception: the last audit's fields are at the top level, beside whether one is running. */
export const auditOut = ({ last, ...asked }: ShownAudit): OutputOf<typeof audit> => wireOf({ ...asked, ...last });
