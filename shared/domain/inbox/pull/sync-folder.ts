import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { FolderStatus } from "../ports/mail-session.ts";
import { fillFolder } from "./fill-folder.ts";
import { isKeptWhole } from "./kept-folders.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { readEnd } from "./read-end.ts";
import { retryHeadersOnly } from "./retry-headers-only.ts";
import { asUid, type FolderCursor, ServerDisagrees } from "./sync-state.ts";

type Begun = Pick<FolderCursor, "path" | "role" | "since" | "whole" | "notRead">;

/** The cursor of a folder that is read from the start. */
const fromStart = ({ path, role, since, whole, notRead }: Begun, uidValidity: string): FolderCursor => ({
  path,
  role,
  uidValidity,
  lastUid: 0,
  since,
  starts: 0,
  ...(whole && { whole }),
  ...(notRead && { notRead }),
});

/**
 * The cursor to continue from: a new one when the folder's UIDVALIDITY has changed, or when mail of other dates or kinds is wanted (G17 in
 * shared/domain/README.md).
 */
export const cursorOf = (mailbox: Mailbox, status: FolderStatus, cursors: readonly FolderCursor[], since: Date): FolderCursor => {
  const { path, role, uidValidity } = status;
  const isAside = role === "junk" || role === "other";
  const whole = isAside && isKeptWhole(mailbox, status);
  const known = cursors.find((cursor) => cursor.path === path && (cursor.uidValidity === uidValidity || uidValidity === ""));
  // An earlier version could store NaN.
  const usable = known && known.since.getTime() === since.getTime() && known.lastUid === asUid(known.lastUid) && (known.whole || !whole);
  const { notRead: listed = cursors.find((cursor) => cursor.path === path)?.notRead } = status;
  const notRead = listed && (listed.count > 0 || listed.refusal !== undefined) ? listed : undefined;
  if (!usable)
    return fromStart(
      { path, role, since, ...(whole && { whole }), ...(notRead && { notRead }) },
      uidValidity || (known?.uidValidity ?? ""),
    );
  const isSame = known.role === role && (known.whole ?? false) === whole && JSON.stringify(known.notRead) === JSON.stringify(notRead);
  if (isSame) return known;
  const { whole: _, notRead: _before, ...rest } = known;
  return { ...rest, role, ...(whole && { whole }), ...(notRead && { notRead }) };
};

/** Reads what is new in a folder, oldest first, a page at a time; each page is stored before the cursor moves, so that nothing is skipped. */
export const pullFolder = async (ports: PullPorts, pull: Pull, found: FolderCursor, listed: FolderStatus): Promise<void> => {
  const opened = await pull.session.open(found.path);
  if (!opened) throw new ServerDisagrees(`the server says that there is no ${found.role === "inbox" ? "INBOX" : "folder that it lists"}`);
  const uidValidity = opened.uidValidity || found.uidValidity;
  if (uidValidity === "") throw new ServerDisagrees("the server does not state a folder's UIDVALIDITY");
  const at = { listed, uidNext: opened.uidNext || listed.uidNext };
  const read = async (from: FolderCursor) => readEnd(ports, pull, from.filled ? from : await fillFolder(ports, pull, from), at);
  const anew = fromStart(found, uidValidity);
  const isSame = uidValidity === found.uidValidity;
  const isRead = await read(isSame ? found : anew);
  if (!isRead) await read(anew);
  pull.isOdd ||= !isSame || !isRead;
  await retryHeadersOnly(ports, pull, found.path);
};
