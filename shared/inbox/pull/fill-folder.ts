import type { MessageFacts } from "../ports/mail-session.ts";
import { agreedUids, latestUids } from "./window.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { storePages } from "./store-pages.ts";
import type { FolderCursor } from "./sync-state.ts";

/** How many UIDs one SEARCH covers, so that its answer is bounded. */
const SPAN = 500_000;

/** Reads all mail received since the cursor's date, from the cursor to the folder's last message. */
export const fillFolder = async (ports: PullPorts, pull: Pull, found: FolderCursor): Promise<FolderCursor> => {
  const { session } = pull;
  const top = (await latestUids(session, Infinity)).at(-1) ?? 0;
  let cursor = found;
  while (cursor.lastUid < top) {
    const upTo = Math.min(cursor.lastUid + SPAN, top);
    const uids = await agreedUids(session, cursor.lastUid, upTo, cursor.since);
    const ended = (at: FolderCursor): FolderCursor => ({ ...at, lastUid: upTo });
    await storePages(ports, pull, cursor, { uids, isWanted: receivedSince(cursor.since), ended });
    cursor = pull.cursors.find(({ path }) => path === found.path) ?? cursor;
  }
  return cursor;
};

/**
 * Whether a message was received since a time. Servers give whole seconds, so the whole second of `since` counts; so does a message without a date.
 */
export const receivedSince = (since: Date) => {
  const second = Math.floor(since.getTime() / 1_000) * 1_000;
  return ({ receivedAt, unreported }: MessageFacts): boolean => receivedAt.getTime() >= second || unreported?.includes("date") === true;
};
