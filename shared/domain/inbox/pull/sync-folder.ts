import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Clock, Ids } from "../../ports.ts";
import { prepareMail } from "../store/ingest.ts";
import type { FolderStatus, Ingest, MailSession, MessageFacts, ReceivedMail, SyncStates } from "../ports.ts";
import type { PreparedMail } from "../store/prepared-mail.ts";
import { asUid, type FolderCursor, LeaseLost, StoreFailed, type SyncLease } from "./sync-state.ts";

/** What pulling a folder takes. */
export interface PullPorts {
  readonly ingest: Ingest;
  readonly syncStates: Pick<SyncStates, "save">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A pull under way: its cursors move with every page, and its counts are told even when it is cut short. */
export interface Pull {
  readonly mailbox: Mailbox;
  readonly lease: SyncLease;
  readonly session: MailSession;
  readonly signal: AbortSignal;
  /** A request's short pull. */
  readonly brief: boolean;
  cursors: readonly FolderCursor[];
  stored: number;
  remaining: number;
}

/** At most so many messages a page, and so many octets; a large message counts with what is fetched of it (G15). */
const PAGE_MESSAGES = 500;
const PAGE_BYTES = 20 * 1024 * 1024;
const LARGE_COUNTS_BYTES = 256 * 1024;
/** How many messages the server is asked about in one command. */
const FACTS_CHUNK = 500;
/** A message that stopped so many pulls is stored by its headers alone (G19). */
const POISON_STARTS = 3;

/** A folder's mail may begin anew: its UIDs mean something else, or other mail is wanted. */
const fromStart = ({ path, role, since }: FolderCursor, uidValidity: string): FolderCursor => ({
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
  return { path, role, uidValidity, lastUid: 0, since, starts: 0 };
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
  if (uids.length === 0) return keep(ports, pull, { ...start, lastUid: end, starts: 0 });

  pull.remaining += uids.length;
  const begun = { ...start, starts: start.starts + 1 };
  await keep(ports, pull, begun);
  let storing = Promise.resolve();
  try {
    for await (const { mails, cursor, left } of pagesFrom(ports, pull, begun, uids, end)) {
      // A page is stored while the next one is on its way.
      await storing;
      storing = store(ports, pull, cursor, mails, left);
      storing.catch(() => undefined);
    }
    await storing;
  } catch (error) {
    await storing;
    await forgive(ports, pull, begun);
    throw error;
  }
};

/** False when the UID of the message that was pulled last names another one now; a message that is gone tells nothing. */
const isThere = async (session: MailSession, last: FolderCursor["last"]): Promise<boolean> => {
  if (!last) return true;
  const [found] = await session.facts([last.uid]);
  return !found || (found.size === last.size && found.receivedAt.getTime() === last.receivedAt.getTime());
};

interface FetchedPage {
  readonly mails: readonly PreparedMail[];
  /** Where the folder stands once the page is stored. */
  readonly cursor: FolderCursor;
  /** Messages that are left behind it. */
  readonly left: number;
}

const landmark = ({ uid, receivedAt, size }: MessageFacts) => ({ uid, receivedAt, size });

const pagesFrom = async function* (
  ports: PullPorts,
  pull: Pull,
  begun: FolderCursor,
  uids: readonly number[],
  end: number,
): AsyncGenerator<FetchedPage> {
  const { session, signal } = pull;
  const poisoned = begun.starts > POISON_STARTS;
  let { last } = begun;
  for (let at = 0; at < uids.length; at += FACTS_CHUNK) {
    const chunk = uids.slice(at, at + FACTS_CHUNK);
    const facts = (await session.facts(chunk)).filter(({ receivedAt }) => receivedAt >= begun.since);
    // After a start that led nowhere, one message at a time shows which it was.
    const pages = pagesOf(facts, at === 0 && begun.starts > 1 ? 1 : PAGE_MESSAGES);
    for (const [i, page] of pages.entries()) {
      signal.throwIfAborted();
      const received = poisoned && at === 0 && i === 0 ? await stub(session, page) : await session.fetch(page);
      // Behind the last page of a chunk lies what was not wanted of it.
      const done = i === pages.length - 1 ? at + chunk.length : at + chunk.indexOf(page.at(-1)!.uid) + 1;
      const all = done === uids.length;
      if (page.length > 0) last = landmark(page.at(-1)!);
      const cursor = { ...begun, ...(last && { last }), lastUid: all ? end : uids[done - 1]!, starts: all ? 0 : 1 };
      yield { mails: prepare(ports, pull, begun, received), cursor, left: uids.length - done };
    }
  }
};

/** Running out of time after some pages, or in a request, says nothing about the message that was next. */
const forgive = async (ports: PullPorts, pull: Pull, begun: FolderCursor): Promise<void> => {
  const now = pull.cursors.find(({ path }) => path === begun.path);
  if (!now || !pull.signal.aborted || (now.lastUid === begun.lastUid && !pull.brief)) return;
  await keep(ports, pull, { ...now, starts: now.starts - 1 });
};

/** Writes where the folders stand. */
export const saveCursors = async ({ syncStates }: PullPorts, pull: Pull, cursors: readonly FolderCursor[]): Promise<void> => {
  await syncStates.save(pull.lease, cursors).catch(storeFailed);
  pull.cursors = cursors;
};

const keep = (ports: PullPorts, pull: Pull, cursor: FolderCursor): Promise<void> =>
  saveCursors(ports, pull, replaced(pull.cursors, cursor));

const store = async (
  { ingest }: PullPorts,
  pull: Pull,
  cursor: FolderCursor,
  mails: readonly PreparedMail[],
  left: number,
): Promise<void> => {
  const cursors = replaced(pull.cursors, cursor);
  pull.stored += await ingest.commit(pull.lease, cursors, mails).catch(storeFailed);
  pull.cursors = cursors;
  pull.remaining = left;
};

const storeFailed = (error: unknown): never => {
  throw error instanceof LeaseLost ? error : new StoreFailed("the store failed", { cause: error });
};

const replaced = (cursors: readonly FolderCursor[], cursor: FolderCursor): readonly FolderCursor[] => [
  ...cursors.filter(({ path }) => path !== cursor.path),
  cursor,
];

const prepare = (ports: PullPorts, { mailbox }: Pull, cursor: FolderCursor, mails: readonly ReceivedMail[]): readonly PreparedMail[] =>
  mails.map((mail) => prepareMail(ports, mailbox, cursor, mail)).filter((mail) => mail !== undefined);

const stub = async (session: MailSession, [facts]: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  const mail = facts && (await session.fetchStub(facts));
  return mail ? [mail] : [];
};

const pagesOf = (facts: readonly MessageFacts[], size: number): readonly (readonly MessageFacts[])[] => {
  const pages: MessageFacts[][] = [];
  let bytes = 0;
  for (const message of facts) {
    const cost = Math.min(message.size, LARGE_COUNTS_BYTES);
    const page = pages.at(-1);
    if (page && page.length < size && bytes + cost <= PAGE_BYTES) {
      page.push(message);
      bytes += cost;
    } else {
      pages.push([message]);
      bytes = cost;
    }
  }
  return pages.length > 0 ? pages : [[]];
};
