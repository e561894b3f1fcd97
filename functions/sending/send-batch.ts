import { parseElement, sendBatch as operation } from "#shared/sending/contract/batch.ts";
import { acceptBatch, dryRunBatch } from "#shared/sending/accept/accept-batch.ts";
import { mailboxesWithin } from "#shared/accounts/auth/bounds.ts";
import { elementsIn } from "#shared/threads/wire.ts";
import { dryRunOut, batchOut } from "#shared/sending/wire.ts";
import { insufficientScope } from "#shared/platform/errors.ts";
import { mayLetLeave } from "#shared/sending/send.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { accepting } from "#shared/sending/wiring/accepting.ts";
import { contacts, sends } from "#shared/sending/wiring/stores.ts";
import { wallets } from "#shared/accounts/wiring/stores.ts";

const own = { ...accepting, sends, wallets, contacts };

const batch: Run<typeof operation> = async ({ userId, key, body: { emails, from_draft: draft, dry_run: dryRun }, claim, within }) => {
  const { bounds } = key;
  const ports = { ...own, mailboxes: mailboxesWithin(own.mailboxes, bounds) };
  const elements = await elementsIn(emails.map(parseElement), async () => (await import("#shared/threads/wiring/following.ts")).following);
  if (dryRun) {
    return dryRunOut(emails, await dryRunBatch(ports, userId, elements, key), key);
  }
  if (draft && !mayLetLeave(key)) throw insufficientScope("send");
  const written = draft && { ...draft, mailboxIds: await within() };
  return acceptBatch(ports, userId, elements, { by: key, claim, written, answer: (results) => batchOut(emails, results, key) });
};
const accepted = audited(operation, batch);

/** POST /v1/send/batch. A dry run accepts nothing. */
export const handler = endpoint(operation, (request) => (request.body.dry_run ? batch(request) : accepted(request)));
