import { providers } from "#shared/providers/index.ts";
import type { ImapAccount, Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { publishEvents } from "#shared/events/publish.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { filesOf } from "../send.ts";
import { bodyOf, mailOf } from "./prepare.ts";
import type { ClaimedDraft } from "../ports/claims.ts";
import type { SentCopy } from "../ports/submission.ts";
import { COPY_GIVE_UP_MS, COPY_LEASE_MS, FILING_MS } from "../waiting.ts";

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

/** True where this service may have to file copies of sent mail. Some providers file their own; for others the finding decides. */
export const wantsCopies = (mailbox: Mailbox, now: Date): boolean =>
  providers[mailbox.type].filesSentMail !== "always" &&
  mailbox.imap !== undefined &&
  !(mailbox.sentCopies?.by === "provider" && isBelieved(mailbox, now));

/**
 * Whether the provider files sent mail itself, as iCloud does, and Gmail with an app password. The Sent folder is searched for the Message-ID of the
 * first email, and then weekly. The provider may be slow: when nothing is found, the same email's copies are counted once more at a later filing,
 * when our own copy is there too.
 */
const providerFiles = async (
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

type CopyPorts = Pick<
  DeliverPorts,
  "copies" | "sends" | "mailAccounts" | "mailboxes" | "sentFolder" | "wakeUps" | "clock" | "eventOutbox" | "log"
>;

/** Copies that a worker takes from the list at a time. */
const COPIES_AT_A_TIME = 25;

/**
 * Files the waiting copies in the mailbox's Sent folder, for a minute or until `endAt` (ms since the epoch); then it wakes another worker to
 * continue. Each copy is built when it is its turn. A copy that fails stays on the list. A failure never changes a send. Never throws.
 */
export const fileCopies = async (ports: CopyPorts, mailbox: Mailbox, endAt: number): Promise<void> => {
  if (!wantsCopies(mailbox, ports.clock.now())) return;
  const until = Math.min(endAt, ports.clock.now().getTime() + FILING_MS);
  // A filed copy is dropped from the list while the next one is on its way to the server.
  let dropped = Promise.resolve();
  let lack = "";
  try {
    const taken = await takeCopies(ports, mailbox);
    const account = taken.length > 0 && (await ports.mailAccounts.imap(mailbox));
    if (!account) return;
    if (await providerFiles(ports, mailbox, account, taken[0]?.send.messageId ?? "")) return await dropAll(ports, mailbox, taken);
    const copies = copiesFrom(ports, mailbox, taken, until);
    for await (const { id } of ports.sentFolder.append(account, copies, (reason) => (lack = reason))) {
      await dropped;
      dropped = drop(ports, id);
    }
    await noteLack(ports, mailbox, lack);
  } catch (error) {
    ports.log.warn("sent copies could not be filed", { mailboxId: mailbox.id, error });
  } finally {
    await dropped;
  }
};

/** Records an event once when copies can no longer be filed, and once when they can again. */
const noteLack = async (ports: CopyPorts, mailbox: Mailbox, lack: string): Promise<void> => {
  const isNews = ({ sentCopiesLastError = "" }: Mailbox) => sentCopiesLastError !== lack;
  // The worker's own connections may have changed the mailbox since it was read.
  const now = isNews(mailbox) && (await ports.mailboxes.findForJob(mailbox.id));
  if (!now || !isNews(now)) return;
  if (await ports.mailboxes.note(now, { sentCopiesLastError: lack })) await publishEvents(ports, "mailboxes", [mailbox.id]);
};

const takeCopies = ({ copies }: CopyPorts, { id }: Mailbox) => copies.take(id, COPY_LEASE_MS, COPIES_AT_A_TIME);

const dropAll = async (ports: CopyPorts, mailbox: Mailbox, first: readonly ClaimedDraft[]): Promise<void> => {
  for (let taken = first; taken.length > 0; taken = await takeCopies(ports, mailbox)) {
    for (const { send } of taken) await drop(ports, send.id);
  }
};

/** A copy that could not be dropped is filed again by a later worker. */
const drop = ({ copies, log }: CopyPorts, id: string): Promise<void> =>
  copies.drop(id).catch((error: unknown) => log.warn("a filed copy could not be dropped", { sendId: id, error }));

/** The mailbox's copies, built as they were sent; those that are too old or cannot be built are dropped from the list. */
const copiesFrom = async function* (
  ports: CopyPorts,
  mailbox: Mailbox,
  first: readonly ClaimedDraft[],
  until: number,
): AsyncGenerator<SentCopy> {
  for (let taken = first; taken.length > 0; taken = await takeCopies(ports, mailbox)) {
    for (const [index, draft] of taken.entries()) {
      const copy = await copyOf(ports, draft);
      if (copy) yield copy;
      else await giveUp(ports, draft.send.id);
      if (ports.clock.now().getTime() < until) continue;
      await ports.copies.putBack(taken.slice(index + 1).map(({ send }) => send.id));
      await ports.wakeUps.wake([{ id: draft.send.id, userId: mailbox.userId, mailboxId: mailbox.id }]);
      return;
    }
  }
};

const giveUp = (ports: CopyPorts, sendId: string): Promise<void> => {
  ports.log.warn("a sent copy was given up", { sendId });
  return drop(ports, sendId);
};

const copyOf = async ({ sends, clock }: CopyPorts, draft: ClaimedDraft): Promise<SentCopy | undefined> => {
  const { send } = draft;
  const { id, userId, sentAt, waitsFor } = send;
  const body = await bodyOf(sends, draft);
  if (!body || !sentAt || clock.now().getTime() - sentAt.getTime() > COPY_GIVE_UP_MS) return undefined;
  const parent = waitsFor === undefined ? undefined : await sends.find(userId, waitsFor);
  const files = filesOf(send.attachments, send.attachments && (await sends.contents(userId, id)));
  return files && { id, raw: buildMime(mailOf(send, body, files, parent)), sentAt };
};
