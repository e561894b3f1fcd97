import { getMailbox as operation } from "#shared/contract/mailboxes.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { mailboxOut } from "#shared/mapping/mailboxes.ts";
import { gate, mailboxes } from "#shared/runtime/store.ts";

/** GET /v1/mailboxes/{id}. */
export const get = (ports: { gate: Gate; mailboxes: Mailboxes }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    const mailbox = await ports.mailboxes.find(userId, params.id);
    if (!mailbox) throw notFound("Mailbox");
    return mailboxOut(mailbox);
  });

export const handler = get({ gate, mailboxes });
