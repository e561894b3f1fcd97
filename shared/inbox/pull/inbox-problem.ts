import { MOST_SHOWN } from "./choose-folders.ts";
import type { FolderCursor } from "./sync-state.ts";

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
