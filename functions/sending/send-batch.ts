import { parseElement } from "#shared/contract/batch-element.ts";
import { sendBatch as operation } from "#shared/contract/batch.ts";
import { acceptBatch } from "#shared/domain/sending/accept/accept-batch.ts";
import { dryRunBatch } from "#shared/domain/sending/accept/dry-run-batch.ts";
import { mailboxesWithin } from "#shared/domain/auth/bounds.ts";
import { elementsIn } from "#shared/mapping/batch.ts";
import { dryRunOut } from "#shared/mapping/bulk.ts";
import { batchOut } from "#shared/mapping/sending.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { accepting } from "#shared/runtime/ports/accepting.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { wallets } from "#shared/runtime/ports/wallets.ts";

const own = { ...accepting, sends, wallets };

/** POST /v1/send/batch. */
export const handler = endpoint(operation, async ({ userId, key: { bounds }, body: { emails, dry_run: dryRun }, claim }) => {
  const ports = { ...own, mailboxes: mailboxesWithin(own.mailboxes, bounds) };
  const elements = await elementsIn(emails.map(parseElement), async () => (await import("#shared/runtime/ports/following.ts")).following);
  if (dryRun) {
    return dryRunOut(emails, await dryRunBatch(ports, userId, elements), bounds === undefined);
  }
  return acceptBatch(ports, userId, elements, { claim, answer: (results) => batchOut(emails, results) });
});
