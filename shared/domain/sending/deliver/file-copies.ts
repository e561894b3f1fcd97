import { buildMime } from "../../mail/write/build-mime.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { mailOf } from "./mail-of.ts";
import type { ClaimedDraft, SentCopy } from "../ports.ts";
import { COPY_GIVE_UP_MS, COPY_LEASE_MS, FILING_MS } from "../timing.ts";

type CopyPorts = Pick<DeliverPorts, "copies" | "sends" | "mailAccounts" | "sentFolder" | "wakeUps" | "clock" | "log">;

/** True where copies of sent mail are ours to file: Google and Outlook file their own. */
export const wantsCopies = ({ type, imap }: Mailbox): boolean => type === "smtp" && imap !== undefined;

/**
 * Files what waits in the mailbox's Sent folder, one copy in memory at a time, for a minute or until `endAt` (ms since the epoch); then
 * another worker is woken to go on. What fails stays on the list. A failure never changes a send; never throws.
 */
export const fileCopies = async (ports: CopyPorts, mailbox: Mailbox, endAt: number): Promise<void> => {
  if (!wantsCopies(mailbox)) return;
  const until = Math.min(endAt, ports.clock.now().getTime() + FILING_MS);
  try {
    const first = await takeCopy(ports, mailbox);
    const account = first && (await ports.mailAccounts.imap(mailbox));
    if (!first || !account) return;
    for await (const { id } of ports.sentFolder.append(account, copiesFrom(ports, mailbox, first, until))) await ports.copies.drop(id);
  } catch (error) {
    ports.log.warn("sent copies could not be filed", { mailboxId: mailbox.id, error });
  }
};

const copiesFrom = async function* (ports: CopyPorts, mailbox: Mailbox, first: SentCopy, until: number): AsyncGenerator<SentCopy> {
  for (let copy: SentCopy | undefined = first; copy; copy = await takeCopy(ports, mailbox)) {
    yield copy;
    if (ports.clock.now().getTime() < until) continue;
    await ports.wakeUps.wake([{ id: copy.id, userId: mailbox.userId, mailboxId: mailbox.id }]);
    return;
  }
};

/** The next copy, built as it was sent; those that are too old or cannot be built leave the list. */
const takeCopy = async (ports: CopyPorts, mailbox: Mailbox): Promise<SentCopy | undefined> => {
  for (;;) {
    const draft = await ports.copies.take(mailbox.id, COPY_LEASE_MS);
    if (!draft) return undefined;
    const copy = await copyOf(ports, draft);
    if (copy) return copy;
    ports.log.warn("a sent copy was given up", { sendId: draft.send.id });
    await ports.copies.drop(draft.send.id);
  }
};

const copyOf = async ({ sends, clock }: CopyPorts, { send, body }: ClaimedDraft): Promise<SentCopy | undefined> => {
  const { id, userId, sentAt, waitsFor } = send;
  if (!body || !sentAt || clock.now().getTime() - sentAt.getTime() > COPY_GIVE_UP_MS) return undefined;
  const original = waitsFor === undefined ? undefined : await sends.find(userId, waitsFor);
  return { id, raw: buildMime(mailOf(send, body, original?.sentAt)), sentAt };
};
