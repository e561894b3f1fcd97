import type { MessageFacts } from "../ports/mail-session.ts";
import { agreedUids, latestUids, numbered, WINDOW_UIDS } from "./window.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { storePages } from "./store-pages.ts";
import type { FolderCursor } from "./sync-state.ts";

/** How many UIDs one SEARCH covers, so that its answer is bounded. */
const SPAN = 500_000;
/** In a folder with at most this many messages all dates are requested: as many as one command asks about. */
const FEW = 500;

/** The last messages of a folder that was read from its start, as they were listed before, when it held `count`. */
export interface ListedEnd {
  readonly uids: readonly number[];
  readonly count: number;
}

/**
 * Reads the mail that is wanted by its date, from the cursor to the folder's last message. Returns the cursor, and the folder's end if this pull has
 * read the folder from its start. Messages are numbered without gaps, so a list of all is checked by their number, and the dates of a few are read one
 * by one; a search by date, which a server may answer wrongly, must be answered twice alike.
 */
export const fillFolder = async (
  ports: PullPorts,
  pull: Pull,
  found: FolderCursor,
): Promise<{ readonly cursor: FolderCursor; readonly end?: ListedEnd }> => {
  const { session } = pull;
  const count = session.count();
  const isSmall = count <= FEW;
  const latest = isSmall ? (await numbered(session, count, FEW)).uids : await latestUids(session, Infinity);
  const top = latest.at(-1) ?? 0;
  let cursor = found;
  while (cursor.lastUid < top) {
    const above = cursor.lastUid;
    const upTo = isSmall ? top : Math.min(above + SPAN, top);
    const uids = isSmall ? latest.filter((uid) => uid > above) : await agreedUids(session, above, upTo, cursor.since);
    const ended = (at: FolderCursor): FolderCursor => ({ ...at, lastUid: upTo });
    await storePages(ports, pull, cursor, { uids, isWanted: receivedSince(cursor.since), ended });
    cursor = pull.cursors.find(({ path }) => path === found.path) ?? cursor;
  }
  return { cursor, ...(found.lastUid === 0 && { end: { uids: latest.slice(-WINDOW_UIDS), count } }) };
};

/**
 * Whether a message was received since a time. Servers give whole seconds, so the whole second of `since` counts; so does a message without a date.
 */
export const receivedSince = (since: Date) => {
  const second = Math.floor(since.getTime() / 1_000) * 1_000;
  return ({ receivedAt, unreported }: MessageFacts): boolean => receivedAt.getTime() >= second || unreported?.includes("date") === true;
};
