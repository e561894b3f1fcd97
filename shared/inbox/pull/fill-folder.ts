import type { MessageFacts } from "../ports/mail-session.ts";
import { agreedUids, latestUids } from "./window.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { storePages } from "./store-pages.ts";
import type { FolderCursor } from "./sync-state.ts";

/** How many UIDs one SEARCH covers, so that its answer is bounded. */
const SPAN = 500_000;

/** Reads the mail that is wanted by its date, from the cursor to the folder's last message. */
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

/** Servers date by whole seconds, so mail of the same second may be newer than the moment. */
export const receivedSince = (since: Date) => {
  const second = Math.floor(since.getTime() / 1_000) * 1_000;
  return ({ receivedAt, unreported }: MessageFacts): boolean => receivedAt.getTime() >= second || unreported?.includes("date") === true;
};
