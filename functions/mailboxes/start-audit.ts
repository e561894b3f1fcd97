import { startAudit as operation } from "#shared/contract/audits.ts";
import { askAudit } from "#shared/domain/inbox/audit/ask-audit.ts";
import { auditOut } from "#shared/mapping/audits.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { audits } from "#shared/runtime/ports/audits.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { syncQueue } from "#shared/runtime/ports/sync-queue.ts";

const ports = { mailboxes, audits, syncQueue };

/** POST /v1/mailboxes/{id}/audit. */
export const handler = endpoint(operation, async ({ userId, params }) => auditOut(await askAudit(ports, userId, params.id)));
