import { forwardMessage as operation } from "#shared/contract/inbox.ts";
import { forwardMessage as forward } from "#shared/domain/conversations/forward.ts";
import { forwardIn, forwardOut } from "#shared/mapping/inbox.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { answering } from "#shared/runtime/ports/answering.ts";
import { mailAccounts } from "#shared/runtime/ports/mail-accounts.ts";
import { mailReader } from "#shared/runtime/ports/mail-reader.ts";

const ports = { ...answering, mailAccounts, mailReader };

/** POST /v1/inbox/messages/{id}/forward. */
export const handler = outsideEndpoint(operation, ({ userId, params: { id }, body, claim }) =>
  forward(ports, { userId, id }, forwardIn(body), { claim, answer: forwardOut }),
);
