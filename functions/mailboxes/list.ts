import { listMailboxes as operation } from "#shared/contract/mailboxes.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { mailboxOut } from "#shared/mapping/mailboxes.ts";
import { gate, mailboxes } from "#shared/runtime/store.ts";

/** GET /v1/mailboxes. */
export const list = (ports: { gate: Gate; mailboxes: Mailboxes }) =>
  endpoint(ports.gate, operation, async ({ userId }) => (await ports.mailboxes.list(userId)).map(mailboxOut));

export const handler = list({ gate, mailboxes });
