import { forwardThread as operation } from "#shared/inbox/contract/inbox.ts";
import { forwardThread as forward } from "#shared/threads/forward.ts";
import { forwardIn, forwardOut } from "#shared/threads/wire.ts";
import { audited } from "#shared/accounts/wiring/endpoint.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { answering } from "#shared/threads/wiring/answering.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { mailReader } from "#shared/mailboxes/wiring/transports.ts";

const ports = { ...answering, mailAccounts, mailReader };

/** POST /v1/inbox/threads/{id}/forward. */
export const handler = outsideEndpoint(
  operation,
  audited(operation, ({ userId, params: { id }, body, key, claim }) =>
    forward(ports, { userId, id }, forwardIn(body), { by: key, claim, answer: forwardOut }),
  ),
);
