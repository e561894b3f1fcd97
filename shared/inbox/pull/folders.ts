import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { takesChanges } from "#shared/mailboxes/configure-inbox.ts";
import type { FolderStatus, MailSession } from "../ports/mail-session.ts";
import { namedFolders, MOST_SHOWN } from "./choose-folders.ts";
import { phaseOf } from "./polling.ts";
import { cursorOf } from "./sync-folder.ts";
import { type FolderCursor, isDue } from "./sync-state.ts";

const BACKFILL_MS = 30 * 24 * 3_600_000;

/** From when on a mailbox's mail is wanted. */
const sinceOf = ({ inboxSyncFrom, createdAt }: Mailbox): Date => inboxSyncFrom ?? new Date(createdAt.getTime() - BACKFILL_MS);

/** How many folders besides the first a poll asks about, one command each, when the server cannot report all at once. */
const IN_TURN = 3;
const MINUTE_MS = 60_000;

/**
 * Asks for the folders' counters. When the server cannot report all of them at once, a poll or a short pull asks only about INBOX and some others, in
 * an order that changes every minute; a folder that was not asked about is opened after a day. Other pulls ask about all.
 */
export const askFolders = (
  session: MailSession,
  mailbox: Mailbox,
  cursors: readonly FolderCursor[],
  { now, isShort }: { readonly now: Date; readonly isShort: boolean },
): Promise<readonly FolderStatus[]> =>
  session.folders(cursors, {
    named: namedFolders(mailbox),
    since: sinceOf(mailbox),
    ...(isShort && { inTurn: inTurn(cursors, now) }),
    ...(takesChanges(mailbox) && { withModseq: true }),
  });

const inTurn = (cursors: readonly FolderCursor[], now: Date): readonly string[] => {
  const turn = Math.floor(now.getTime() / MINUTE_MS);
  const [head, others] = [cursors.filter(isHead), cursors.filter((cursor) => !isHead(cursor))];
  const phases = new Map(others.map(({ path }) => [path, phaseOf(`${turn} ${path}`)]));
  const sorted = others.toSorted((a, b) => (phases.get(a.path) ?? 0) - (phases.get(b.path) ?? 0));
  return [...head, ...sorted.slice(0, IN_TURN)].map(({ path }) => path);
};

const isHead = ({ role }: FolderCursor): boolean => role === "inbox" || role === "all";

/** Which folders have changed, by their counters. */
export interface FolderChanges {
  /** The cursor of each folder; `moved`: at least one differs from the stored one. */
  readonly cursors: readonly FolderCursor[];
  readonly moved: boolean;
  /** The folders to open. */
  readonly folders: readonly { readonly status: FolderStatus; readonly cursor: FolderCursor }[];
  /** The folders whose flags are to be read; none unless the mailbox's changes come from its server. */
  readonly flagged: readonly FolderStatus[];
}

/** How often flags are read where no number says whether they changed, ms. */
const FLAGS_MS = 10 * MINUTE_MS;

/** Whether a folder's flags may have changed since they were last read. */
const mayHaveFlags = ({ modseq, messages, isAsked }: FolderStatus, { flags, retryAt }: FolderCursor, now: Date): boolean => {
  if (isAsked === false || messages === 0 || (retryAt && retryAt > now)) return false;
  if (!flags) return true;
  return modseq === undefined ? now.getTime() - flags.at.getTime() >= FLAGS_MS : modseq !== flags.modseq;
};

/**
 * Whether the folder's counters are unchanged since it was last read, as far as they were asked for, and that was recently. Without a UIDNEXT the
 * answer is no.
 */
const isAsRead = ({ uidValidity, uidNext, messages, isAsked }: FolderStatus, { told }: FolderCursor, now: Date): boolean => {
  if (!told || now >= told.until) return false;
  return isAsked === false || (uidValidity !== "" && uidNext !== 0 && told.uidNext === uidNext && told.messages === messages);
};

/** Compares the folders on the server with the cursors. */
export const changedFolders = (
  mailbox: Mailbox,
  known: readonly FolderCursor[],
  found: readonly FolderStatus[],
  now: Date,
): FolderChanges => {
  const since = sinceOf(mailbox);
  const folders = found.map((status) => ({ status, cursor: cursorOf(mailbox, status, known, { since, now }) }));
  const moved = known.length !== folders.length || !folders.every(({ cursor }) => known.includes(cursor));
  return {
    cursors: folders.map(({ cursor }) => cursor),
    moved,
    flagged: takesChanges(mailbox)
      ? folders.filter(({ status, cursor }) => mayHaveFlags(status, cursor, now)).map(({ status }) => status)
      : [],
    folders: folders.filter(({ status, cursor }) => {
      const stubs = cursor.stubs?.some((headersOnly) => isDue(headersOnly, now));
      const quiet = isAsRead(status, cursor, now) && !stubs;
      // A folder that failed backs off, except the first.
      return !quiet && !(cursor.retryAt && cursor.retryAt > now);
    }),
  };
};

const SHOWN_UIDS = 5;
const SHOWN_CHARACTERS = 100;

/** The message to the mailbox's owner about messages that the server lists but does not return, and about folders that are not read; "" for none. */
export const inboxProblem = (cursors: readonly FolderCursor[]): string =>
  [withheld(cursors), failing(cursors), unlisted(cursors), notRead(cursors)].filter((text) => text !== "").join(". ");

const withheld = (cursors: readonly FolderCursor[]): string => {
  const lacking = cursors.flatMap(({ path, stubs = [] }) => {
    const uids = stubs.filter(({ missing }) => missing).map(({ uid }) => uid);
    return uids.length === 0 ? [] : [{ path, uids }];
  });
  if (lacking.length === 0) return "";
  const count = lacking.reduce((sum, { uids }) => sum + uids.length, 0);
  const places = lacking.map(({ path, uids }) => `${shown(path)} UID ${uids.slice(0, SHOWN_UIDS).join(", ")}`);
  return `IMAP: the server lists ${count} message(s) but does not return them (${places.join("; ")}); they are requested again every day`;
};

/** After how many failures in a row of a folder, other than the first, its owner is informed. */
const TOLD_FAILURES = 3;

const failing = (cursors: readonly FolderCursor[]): string => {
  const paths = cursors.filter(({ failures = 0 }) => failures >= TOLD_FAILURES).map(({ path }) => path);
  if (paths.length === 0) return "";
  return `IMAP: ${paths.length} folder(s) cannot be read (${listed(paths, paths.length)}); they are tried again`;
};

const unlisted = (cursors: readonly FolderCursor[]): string => {
  const refusal = cursors.find((cursor) => cursor.notRead)?.notRead?.refusal;
  if (refusal === undefined) return "";
  const paths = cursors.map(({ path }) => path);
  return `IMAP: the server refuses to list its folders, so only these are read: ${listed(paths, paths.length)}. It says: ${refusal}`;
};

const notRead = (cursors: readonly FolderCursor[]): string => {
  const { count, some } = cursors.find((cursor) => cursor.notRead)?.notRead ?? { count: 0, some: [] };
  if (count === 0) return "";
  return `IMAP: ${count} folder(s) are not read: beyond the first 100, not there, or not for received mail (${listed(some, count)})`;
};

const listed = (paths: readonly string[], count: number): string =>
  [...paths.slice(0, MOST_SHOWN).map(shown), ...(count > MOST_SHOWN ? ["…"] : [])].join("; ");
const shown = (path: string): string => path.slice(0, SHOWN_CHARACTERS);
