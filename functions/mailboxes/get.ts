import { getMailbox as operation } from "#shared/contract/mailboxes.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { mailboxOut } from "#shared/mapping/mailboxes.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";

/** GET /v1/mailboxes/{id}. */
export const get =
  (ports: { mailboxes: Mailboxes }): Run<typeof operation> =>
  async ({ userId, params }) => {
    const mailbox = await ports.mailboxes.find(userId, params.id);
    if (!mailbox) throw notFound("Mailbox");
    return mailboxOut(mailbox);
  };

export const handler = endpoint(operation, get({ mailboxes }));
