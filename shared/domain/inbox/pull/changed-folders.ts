import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { FolderStatus, MailSession } from "../ports/mail-session.ts";
import { namedFolders } from "./kept-folders.ts";
import { phaseOf } from "./polling.ts";
import { cursorOf } from "./sync-folder.ts";
import { type FolderCursor, isDue } from "./sync-state.ts";

const BACKFILL_MS = 30 * 24 * 3_600_000;

/** A server that cannot tell all folders at once is asked about the first and so many others a poll, one command each. */
const IN_TURN = 3;
const MINUTE_MS = 60_000;

/**
 * Asks how the folders stand. A poll, or a request's short pull, asks a server that cannot tell them all at once about some: INBOX, and others
 * in an order that changes every minute; what is not asked is looked into after a day. Other pulls ask about all.
 */
export const askFolders = (
  session: MailSession,
  mailbox: Mailbox,
  cursors: readonly FolderCursor[],
  { now, isShort }: { readonly now: Date; readonly isShort: boolean },
): Promise<readonly FolderStatus[]> =>
  session.folders(cursors, { named: namedFolders(mailbox), ...(isShort && { inTurn: inTurn(cursors, now) }) });

const inTurn = (cursors: readonly FolderCursor[], now: Date): readonly string[] => {
  const turn = Math.floor(now.getTime() / MINUTE_MS);
  const [head, others] = [cursors.filter(isHead), cursors.filter((cursor) => !isHead(cursor))];
  const phases = new Map(others.map(({ path }) => [path, phaseOf(`${turn} ${path}`)]));
  const sorted = others.toSorted((a, b) => (phases.get(a.path) ?? 0) - (phases.get(b.path) ?? 0));
  return [...head, ...sorted.slice(0, IN_TURN)].map(({ path }) => path);
};

const isHead = ({ role }: FolderCursor): boolean => role === "inbox" || role === "all";

/** What the folders' counters say has changed. */
export interface FolderChanges {
  /** Where each folder stands; `moved` when that is not what is stored. */
  readonly cursors: readonly FolderCursor[];
  readonly moved: boolean;
  /** The folders to look into. */
  readonly folders: readonly { readonly status: FolderStatus; readonly cursor: FolderCursor }[];
}

/** Whether the folder's counters are as they were when it was read, as far as they were asked for, and that was not long ago. Without a UIDNEXT nothing can be said. */
const isAsRead = ({ uidValidity, uidNext, messages, isAsked }: FolderStatus, { told }: FolderCursor, now: Date): boolean => {
  if (!told || now >= told.until) return false;
  return isAsked === false || (uidValidity !== "" && uidNext !== 0 && told.uidNext === uidNext && told.messages === messages);
};

/** Compares the folders on the server with how far they were pulled. */
export const changedFolders = (
  mailbox: Mailbox,
  known: readonly FolderCursor[],
  found: readonly FolderStatus[],
  now: Date,
): FolderChanges => {
  const since = mailbox.inboxSyncFrom ?? new Date(mailbox.createdAt.getTime() - BACKFILL_MS);
  const folders = found.map((status) => ({ status, cursor: cursorOf(mailbox, status, known, since) }));
  const moved = known.length !== folders.length || !folders.every(({ cursor }) => known.includes(cursor));
  return {
    cursors: folders.map(({ cursor }) => cursor),
    moved,
    folders: folders.filter(({ status, cursor }) => {
      const stubs = cursor.stubs?.some((headersOnly) => isDue(headersOnly, now));
      const quiet = isAsRead(status, cursor, now) && !stubs;
      // A folder besides the first that failed backs off.
      return !quiet && !(cursor.retryAt && cursor.retryAt > now);
    }),
  };
};
