import type { ImapAccount, Mailbox } from "../../mailboxes/mailbox.ts";
import type { DeliverPorts } from "./deliver-ports.ts";

/** How long what was found is believed, ms. */
const BELIEVED_MS = 7 * 86_400_000;
/** The time that a provider has for filing its own copy, ms. */
const FILED_WITHIN_MS = 60_000;

/** Whether what was found needs no look now. */
const isBelieved = ({ sentCopies }: Mailbox, now: Date): boolean => {
  if (!sentCopies) return false;
  const ageMs = now.getTime() - sentCopies.lookedAt.getTime();
  return ageMs < (sentCopies.check === undefined ? BELIEVED_MS : FILED_WITHIN_MS);
};

/** True where copies of sent mail may be ours to file: Google and Outlook file their own, and so do other providers where that was found out. */
export const wantsCopies = (mailbox: Mailbox, now: Date): boolean =>
  mailbox.type === "smtp" && mailbox.imap !== undefined && !(mailbox.sentCopies?.by === "provider" && isBelieved(mailbox, now));

/**
 * Whether the provider files sent mail by itself, as iCloud does and Gmail with an app password: looked for by the Message-ID with the first
 * email, and then weekly. A provider may take its time: where nothing is found the same email is counted once more at a later filing, when
 * our own copy is there too.
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
