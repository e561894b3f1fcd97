import { getMailbox as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { notFound } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { mailboxOut } from "#shared/mailboxes/wire.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";

/** GET /v1/mailboxes/{id}. */
export const get =
  (ports: { mailboxes: Mailboxes }): Run<typeof operation> =>
  async ({ userId, params }) => {
    const mailbox = await ports.mailboxes.find(userId, params.id);
    if (!mailbox) throw notFound("Mailbox");
    return mailboxOut(mailbox);
  };

export const handler = endpoint(operation, get({ mailboxes }));
