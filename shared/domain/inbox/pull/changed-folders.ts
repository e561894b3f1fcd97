import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { FolderStatus } from "../ports.ts";
import { cursorOf } from "./sync-folder.ts";
import { type FolderCursor, type FolderRole, isDue } from "./sync-state.ts";

const BACKFILL_MS = 30 * 24 * 3_600_000;

/** The folders to ask the server about; none when it is to list them: folders are looked for until there is one for Junk and for sent mail too. */
export const foldersToAsk = (cursors: readonly FolderCursor[]): readonly FolderCursor[] => {
  const has = (...roles: readonly FolderRole[]) => cursors.some(({ role }) => roles.includes(role));
  return has("junk") && has("sent", "all") ? cursors : [];
};

/** What the folders' counters say has changed. */
export interface FolderChanges {
  /** Where each folder stands; `moved` when that is not what is stored. */
  readonly cursors: readonly FolderCursor[];
  readonly moved: boolean;
  /** The folders to look into. */
  readonly folders: readonly { readonly status: FolderStatus; readonly cursor: FolderCursor }[];
}

/** Whether the folder's counters are as they were when it was read, and that was not long ago. Without a UIDNEXT nothing can be said. */
const isAsRead = ({ uidValidity, uidNext, messages }: FolderStatus, { told }: FolderCursor, now: Date): boolean =>
  uidValidity !== "" && uidNext !== 0 && told?.uidNext === uidNext && told.messages === messages && now < told.until;

/** Compares the folders on the server with how far they were pulled. */
export const changedFolders = (
  mailbox: Mailbox,
  known: readonly FolderCursor[],
  found: readonly FolderStatus[],
  now: Date,
): FolderChanges => {
  const since = mailbox.inboxSyncFrom ?? new Date(mailbox.createdAt.getTime() - BACKFILL_MS);
  const folders = found.map((status) => ({ status, cursor: cursorOf(status, known, since) }));
  const moved = known.length !== folders.length || !folders.every(({ cursor }) => known.includes(cursor));
  return {
    cursors: folders.map(({ cursor }) => cursor),
    moved,
    folders: folders.filter(({ status, cursor }) => {
      const stubs = cursor.stubs?.some((stub) => isDue(stub, now));
      const quiet = isAsRead(status, cursor, now) && !stubs;
      // A folder besides the first that failed is left alone for a while.
      return !quiet && !(cursor.retryAt && cursor.retryAt > now);
    }),
  };
};
