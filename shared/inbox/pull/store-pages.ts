import { publishEvents } from "#shared/events/publish.ts";
import { indexNew } from "../purge-mailbox.ts";
import type { PreparedMail } from "../ingest/prepared-mail.ts";
import { MessageFailed, PAGE_BYTES, pagesFrom, type Reading } from "./pages.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { type FolderCursor, LeaseLost, StoreFailed } from "./sync-state.ts";

/** Reads and stores messages of the open folder, a page at a time; each page is stored before the cursor moves, so that nothing is skipped. */
export const storePages = async (ports: PullPorts, pull: Pull, begun: FolderCursor, reading: Reading): Promise<void> => {
  if (reading.uids.length === 0) await keep(ports, pull, reading.ended({ ...begun, starts: 0 }));
  else await pullPages(ports, pull, { ...begun, starts: begun.starts + 1 }, reading);
};

const pullPages = async (ports: PullPorts, pull: Pull, begun: FolderCursor, reading: Reading): Promise<void> => {
  pull.remaining += reading.uids.length;
  await keep(ports, pull, begun);
  let storing = Promise.resolve();
  let [earlier, held] = [storing, 0];
  // A brief pull ends with the page that it stores; a pull that looks for the message that stopped others goes step by step.
  const mayWait = !pull.brief && begun.starts === 1;
  try {
    for await (const { mails, bytes, cursor, left, failure } of pagesFrom(ports, pull, begun, reading)) {
      // A page is stored while the next one is fetched; when pages are small, one more may wait in between.
      await (mayWait && held + bytes <= PAGE_BYTES ? earlier : storing);
      [earlier, held] = [storing, bytes];
      storing = storing.then(() => store(ports, pull, cursor, mails, left));
      storing.catch(() => undefined);
      if (failure !== undefined) throw failure;
    }
    await storing;
  } catch (error) {
    const stored = await storing.then(
      () => undefined,
      (failed: Error) => failed,
    );
    const failed = stored ?? error;
    const progress = pull.cursors.some(({ path, lastUid }) => path === begun.path && lastUid !== begun.lastUid);
    const outOfTime = pull.signal.aborted && (progress || pull.brief);
    if (!(failed instanceof MessageFailed) || outOfTime) await forgive(ports, pull, begun);
    throw failed instanceof MessageFailed ? failed.cause : failed;
  }
};

/**
 * Undoes the count of this start, unless one message may be the reason: a failure of the store, the search or the network, or the end of a request,
 * is not held against a message.
 */
const forgive = async (ports: PullPorts, pull: Pull, { path }: FolderCursor): Promise<void> => {
  const now = pull.cursors.find((cursor) => cursor.path === path);
  if (now && now.starts > 0) await keep(ports, pull, { ...now, starts: now.starts - 1 }).catch(() => undefined);
};

/** Writes the cursors. */
export const saveCursors = async (
  { syncStates }: Pick<PullPorts, "syncStates">,
  pull: Pull,
  cursors: readonly FolderCursor[],
): Promise<void> => {
  await inStore(syncStates.save(pull.lease, lasting(cursors)));
  pull.cursors = cursors;
};

/** Writes the cursor of one folder. */
export const keep = (ports: PullPorts, pull: Pull, cursor: FolderCursor): Promise<void> =>
  saveCursors(ports, pull, replaced(pull.cursors, cursor));

/** Stores messages together with their folder's cursor. */
export const store = async (
  ports: PullPorts,
  pull: Pull,
  cursor: FolderCursor,
  mails: readonly PreparedMail[],
  left: number,
): Promise<void> => {
  const cursors = replaced(pull.cursors, cursor);
  const { stored, keptOut, changedThreads } = await inStore(ports.ingest.commit(pull.lease, lasting(cursors), mails));
  for (const { message } of mails) pull.healing?.names?.set(message.uid, message.messageId);
  pull.stored += stored;
  for (const [uid, reason] of keptOut) pull.healing?.keptOut.set(uid, reason);
  pull.cursors = cursors;
  pull.passed += pull.remaining - left;
  pull.remaining = left;
  await pull.publishing;
  const ids = mails.map(({ message }) => message.id);
  const publish = async () => {
    await publishEvents(ports, "messages", ids);
    if (changedThreads.length > 0) await publishEvents(ports, "threads", changedThreads);
  };
  pull.publishing = Promise.all([publish(), indexNew(ports, ids)]);
};

const lasting = (cursors: readonly FolderCursor[]) => cursors.filter(({ beside }) => beside === undefined);

/** Waits for the store; its errors become StoreFailed, or stay LeaseLost. */
export const inStore = <R>(work: Promise<R>): Promise<R> => work.catch(storeFailed);

const storeFailed = (error: unknown): never => {
  throw error instanceof LeaseLost ? error : new StoreFailed("the store failed", { cause: error });
};

/** In the folders' order, in which an audit compares them: INBOX first. */
const replaced = (cursors: readonly FolderCursor[], cursor: FolderCursor): readonly FolderCursor[] =>
  cursors.some(({ path }) => path === cursor.path)
    ? cursors.map((other) => (other.path === cursor.path ? cursor : other))
    : [...cursors, cursor];
