import type { ImapAccount, Mailbox } from "../../mailboxes/mailbox.ts";
import type { DeliverPorts } from "./deliver-ports.ts";

/** How long a finding is trusted, ms. */
const BELIEVED_MS = 7 * 86_400_000;
/** How long a provider may take to file its own copy, ms. */
const FILED_WITHIN_MS = 60_000;

/** Whether the last finding is recent enough to be trusted. */
const isBelieved = ({ sentCopies }: Mailbox, now: Date): boolean => {
  if (!sentCopies) return false;
  const ageMs = now.getTime() - sentCopies.lookedAt.getTime();
  return ageMs < (sentCopies.check === undefined ? BELIEVED_MS : FILED_WITHIN_MS);
};

/** True where this service may have to file copies of sent mail. Google and Outlook file their own; for other providers the finding decides. */
export const wantsCopies = (mailbox: Mailbox, now: Date): boolean =>
  mailbox.type === "smtp" && mailbox.imap !== undefined && !(mailbox.sentCopies?.by === "provider" && isBelieved(mailbox, now));

/**
 * Whether the provider files sent mail itself, as iCloud does, and Gmail with an app password. The Sent folder is searched for the Message-ID of the
 * first email, and then weekly. The provider may be slow: when nothing is found, the same email's copies are counted once more at a later filing,
 * when our own copy is there too.
 */
export const providerFiles = async (
  { mailboxes, sentFolder, clock }: Pick<DeliverPorts, "mailboxes" | "sentFolder" | "clock">,
  mailbox: Mailbox,
  account: ImapAccount,
  messageId: string,
): Promise<boolean> => {
  const lookedAt = clock.now();
  const { by = "us", check } = mailbox.sentCopies ?? {};
  if (isBelieved(mailbox, lookedAt)) return by === "provider";
  const found = await sentFolder.count(account, check ?? messageId);
  if (found === undefined) return by === "provider";
  const isOpen = check === undefined && found === 0;
  const ours = check !== undefined && by === "us" ? 1 : 0;
  const theirs = found > ours || (isOpen && by === "provider");
  await mailboxes.note(mailbox, { sentCopies: { by: theirs ? "provider" : "us", lookedAt, ...(isOpen && { check: messageId }) } });
  return theirs;
};
