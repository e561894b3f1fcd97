import { startAudit as operation, auditOut } from "#shared/inbox/contract/audits.ts";
import { askAudit } from "#shared/inbox/audit/audit.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { audits } from "#shared/inbox/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";

const ports = { mailboxes, audits, syncQueue };

/** POST /v1/mailboxes/{id}/audit. */
export const handler = endpoint(operation, async ({ userId, params }) => auditOut(await askAudit(ports, userId, params.id)));
