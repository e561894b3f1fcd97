import { notFound, Refusal } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { MailProtocol } from "#shared/platform/egress/egress.ts";
import { healthAfterFailure, healthAfterSuccess, testStoredLogin } from "./connection/test-logins.ts";
import type { ConnectionFailure, ConnectionTests, MailAccounts, Mailboxes, MailboxChanges } from "./ports.ts";

/** The ports of testing a mailbox. */
export interface TestPorts {
  readonly mailboxes: Mailboxes;
  readonly connectionTests: ConnectionTests;
  readonly mailAccounts: MailAccounts;
  readonly clock: Clock;
}

const protocols: readonly MailProtocol[] = ["SMTP", "IMAP"];

/**
 * Logs in with the stored credentials, and sets the mailbox's status by the result at once (api/README.md, "Mailboxes", Status). Throws `notFound`,
 * and `connectionFailed` with a message that names SMTP or IMAP.
 */
export const testMailbox = async (ports: TestPorts, userId: string, id: string): Promise<void> => {
  const mailbox = await ports.mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  if (mailbox.deletedAt)
    throw new Refusal("connectionFailed", "SMTP: the mailbox is disconnected, its credentials are erased: connect it again");
  const outcomes = await Promise.all(
    protocols.map(async (protocol) => ({ protocol, failure: await testStoredLogin(ports, mailbox, protocol) })),
  );

  const messages = outcomes.flatMap(({ failure }) => (failure ? [failure.message] : []));

  const now = ports.clock.now();
  let changes: MailboxChanges = {};
  // The last failure decides the status: refusals weigh more than outages.
  for (const { protocol, failure } of outcomes.toSorted((a, b) => weight(a.failure) - weight(b.failure))) {
    const current = { ...mailbox, ...changes };
    const { status, statusSince, ...counters } = failure
      ? healthAfterFailure(current, failure, now, { atOnce: true })
      : healthAfterSuccess(current, protocol, now);
    // A success does not restore the status while the other protocol fails.
    const moves = status && statusSince && (failure || messages.length === 0);
    changes = { ...changes, ...counters, ...(moves && { status, statusSince }) };
  }
  await ports.mailboxes.note(mailbox, changes);

  if (messages.length > 0) throw new Refusal("connectionFailed", messages.join("; "));
};

const weight = (failure: ConnectionFailure | undefined) => (failure === undefined ? 2 : failure.status === "disconnected" ? 1 : 0);
