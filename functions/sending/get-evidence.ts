import { evidenceOut, getEvidence as operation } from "#shared/inbox/contract/evidence.ts";
import { evidenceOf } from "#shared/inbox/evidence.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { audits, messages } from "#shared/inbox/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { sends } from "#shared/sending/wiring/stores.ts";

const ports = { sends, mailboxes, audits, messages };

/** GET /v1/send/{id}/evidence. */
export const handler = endpoint(operation, async ({ userId, params }) => evidenceOut(await evidenceOf(ports, userId, params.id)));
