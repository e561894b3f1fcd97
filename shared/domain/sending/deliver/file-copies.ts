import { publishEvents } from "../../events/publish.ts";
import { buildMime } from "../../mail/write/build-mime.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { filesOf } from "../attachments.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { providerFiles, wantsCopies } from "./find-copies.ts";
import { mailOf } from "./mail-of.ts";
import type { ClaimedDraft } from "../ports/claims.ts";
import type { SentCopy } from "../ports/sent-folder.ts";
import { COPY_GIVE_UP_MS, COPY_LEASE_MS, FILING_MS } from "../timing.ts";

type CopyPorts = Pick<
  DeliverPorts,
  "copies" | "sends" | "mailAccounts" | "mailboxes" | "sentFolder" | "wakeUps" | "clock" | "eventOutbox" | "log"
>;

/** Copies that a worker takes from the list at a time. */
const COPIES_AT_A_TIME = 25;

/**
 * Files waiting copies in the mailbox's Sent folder for a minute, or until `endAt` (ms since the epoch); then another worker is woken to go on. Each
 * copy is built when its turn comes. A copy that fails stays on the list. A failure never changes a send; never throws.
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

const copyOf = async ({ sends, clock }: CopyPorts, { send, body }: ClaimedDraft): Promise<SentCopy | undefined> => {
  const { id, userId, sentAt, waitsFor } = send;
  if (!body || !sentAt || clock.now().getTime() - sentAt.getTime() > COPY_GIVE_UP_MS) return undefined;
  const parent = waitsFor === undefined ? undefined : await sends.find(userId, waitsFor);
  const files = filesOf(send.attachments, send.attachments && (await sends.contents(userId, id)));
  return files && { id, raw: buildMime(mailOf(send, body, files, parent)), sentAt };
};
