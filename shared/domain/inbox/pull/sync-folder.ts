import { publishNews } from "../../events/publish.ts";
import type { FolderStatus, MailSession, MessageFacts } from "../ports.ts";
import type { PreparedMail } from "../store/prepared-mail.ts";
import { MessageFailed, PAGE_BYTES, pagesFrom, readWhole } from "./pages.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { asUid, type FolderCursor, isDue, LeaseLost, READER_VERSION, StoreFailed } from "./sync-state.ts";

/** A folder's mail from its beginning. */
const fromStart = ({ path, role, since }: Pick<FolderCursor, "path" | "role" | "since">, uidValidity: string): FolderCursor => ({
  path,
  role,
  uidValidity,
  lastUid: 0,
  since,
  starts: 0,
});

/** The cursor to go on from: a new one when the folder's UIDs mean something else now, or when other mail is wanted (G17). */
export const cursorOf = (status: FolderStatus, cursors: readonly FolderCursor[], since: Date): FolderCursor => {
  const { path, role, uidValidity, uidNext } = status;
  const known = cursors.find((cursor) => cursor.path === path && cursor.uidValidity === uidValidity);
  if (known && known.since.getTime() === since.getTime() && !wentBack(known, uidNext)) return known;
  return fromStart({ path, role, since }, uidValidity);
};

/** UIDs only grow (RFC 9051, 2.3.1.1), but not on a server that was restored from a backup; nor is NaN a cursor, which was stored once. */
const wentBack = ({ lastUid }: FolderCursor, uidNext: number): boolean =>
  lastUid !== asUid(lastUid) || (uidNext !== 0 && lastUid >= uidNext);

/** Pulls what is new in a folder, oldest first, a page at a time; a page is stored before the cursor moves, so that nothing is skipped. */
export const pullFolder = async (ports: PullPorts, pull: Pull, found: FolderCursor, listed: FolderStatus): Promise<void> => {
  const { session } = pull;
  const opened = await session.open(found.path);
  // Deleted since it was listed.
  if (!opened) return;
  const uidValidity = opened.uidValidity || found.uidValidity;
  const same = uidValidity === found.uidValidity && !wentBack(found, opened.uidNext) && (await isThere(session, found.last));
  const start = same ? found : fromStart(found, uidValidity);
  const uids = await session.search(start.lastUid, start.since);
  // What was listed is older than what is open: nothing below its UIDNEXT can be missing from the search.
  const next = opened.uidNext || (uidValidity === listed.uidValidity ? listed.uidNext : 0);
  const end = Math.max(start.lastUid, next - 1, uids.at(-1) ?? 0);
  if (uids.length === 0) await keep(ports, pull, { ...start, lastUid: end, starts: 0 });
  else await pullPages(ports, pull, { ...start, starts: start.starts + 1 }, uids, end);
  await retryStub(ports, pull, found.path);
};

const pullPages = async (ports: PullPorts, pull: Pull, begun: FolderCursor, uids: readonly number[], end: number): Promise<void> => {
  pull.remaining += uids.length;
  await keep(ports, pull, begun);
  let storing = Promise.resolve();
  let [earlier, held] = [storing, 0];
  // A brief pull ends with the page that it stores, and one that seeks what stopped others goes step by step.
  const mayWait = !pull.brief && begun.starts === 1;
  try {
    for await (const { mails, bytes, cursor, left, failure } of pagesFrom(ports, pull, begun, uids, end)) {
      // A page is stored while the next one is on its way; of small ones another waits between them.
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

/** Only what concerns one message counts against it: not a failure of the store, the search or the network, nor a request's end. */
const forgive = async (ports: PullPorts, pull: Pull, { path }: FolderCursor): Promise<void> => {
  const now = pull.cursors.find((cursor) => cursor.path === path);
  if (now && now.starts > 0) await keep(ports, pull, { ...now, starts: now.starts - 1 }).catch(() => undefined);
};

/** False when the UID of the message that was pulled last names another one now; a message that is gone tells nothing. */
const isThere = async (session: MailSession, last: FolderCursor["last"]): Promise<boolean> => {
  if (!last) return true;
  const [found] = await session.facts([last.uid]);
  return !found || (found.size === last.size && found.receivedAt.getTime() === last.receivedAt.getTime());
};

/** Reads one stub whole, if one is due; another failure puts it off again. */
const retryStub = async (ports: PullPorts, pull: Pull, path: string): Promise<void> => {
  const at = pull.cursors.find((cursor) => cursor.path === path);
  const stub = at?.stubs?.find((candidate) => isDue(candidate, ports.clock.now()));
  if (!at || !stub || pull.signal.aborted) return;
  const others = at.stubs?.filter(({ uid }) => uid !== stub.uid) ?? [];
  await keep(ports, pull, { ...at, stubs: [...others, { uid: stub.uid, triedAt: ports.clock.now(), reader: READER_VERSION }] });
  let mails: readonly PreparedMail[];
  try {
    const facts: readonly MessageFacts[] = await pull.session.facts([stub.uid]);
    mails = facts.length === 0 ? [] : await readWhole(ports, pull, at, facts);
  } catch {
    return;
  }
  await store(ports, pull, { ...at, stubs: others }, mails, pull.remaining);
};

/** Writes where the folders stand. */
export const saveCursors = async ({ syncStates }: PullPorts, pull: Pull, cursors: readonly FolderCursor[]): Promise<void> => {
  await syncStates.save(pull.lease, cursors).catch(storeFailed);
  pull.cursors = cursors;
};

/** Writes where one folder stands. */
export const keep = (ports: PullPorts, pull: Pull, cursor: FolderCursor): Promise<void> =>
  saveCursors(ports, pull, replaced(pull.cursors, cursor));

const store = async (ports: PullPorts, pull: Pull, cursor: FolderCursor, mails: readonly PreparedMail[], left: number): Promise<void> => {
  const cursors = replaced(pull.cursors, cursor);
  pull.stored += await ports.ingest.commit(pull.lease, cursors, mails).catch(storeFailed);
  pull.cursors = cursors;
  pull.passed += pull.remaining - left;
  pull.remaining = left;
  await pull.telling;
  pull.telling = publishNews(
    ports,
    "messages",
    mails.map(({ message }) => message.id),
  );
};

const storeFailed = (error: unknown): never => {
  throw error instanceof LeaseLost ? error : new StoreFailed("the store failed", { cause: error });
};

const replaced = (cursors: readonly FolderCursor[], cursor: FolderCursor): readonly FolderCursor[] => [
  ...cursors.filter(({ path }) => path !== cursor.path),
  cursor,
];
