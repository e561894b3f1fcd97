import type { FolderCursor } from "./sync-state.ts";

const SHOWN_UIDS = 5;
const SHOWN_CHARACTERS = 100;

/** What the mailbox's owner is told of the messages that the server names and does not give; "" when there are none. */
export const lackOf = (cursors: readonly FolderCursor[]): string => {
  const lacking = cursors.flatMap(({ path, stubs = [] }) => {
    const uids = stubs.filter(({ missing }) => missing).map(({ uid }) => uid);
    return uids.length === 0 ? [] : [{ path, uids }];
  });
  if (lacking.length === 0) return "";
  const count = lacking.reduce((sum, { uids }) => sum + uids.length, 0);
  const places = lacking.map(({ path, uids }) => `${path.slice(0, SHOWN_CHARACTERS)} UID ${uids.slice(0, SHOWN_UIDS).join(", ")}`);
  return `IMAP: the server names ${count} message(s) and does not give them (${places.join("; ")}); they are asked for again every day`;
};
