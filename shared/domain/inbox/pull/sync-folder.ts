import type { FolderStatus } from "../ports.ts";
import { fillFolder } from "./fill-folder.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { readEnd } from "./read-end.ts";
import { retryStub } from "./retry-stub.ts";
import { asUid, type FolderCursor, ServerDisagrees } from "./sync-state.ts";

/** A folder's mail from its beginning. */
const fromStart = ({ path, role, since }: Pick<FolderCursor, "path" | "role" | "since">, uidValidity: string): FolderCursor => ({
  path,
  role,
  uidValidity,
  lastUid: 0,
  since,
  starts: 0,
});

/** The cursor to go on from: a new one when the folder's UIDs mean something else now, or when other mail is wanted (G17). */
export const cursorOf = (status: FolderStatus, cursors: readonly FolderCursor[], since: Date): FolderCursor => {
  const { path, role, uidValidity } = status;
  const known = cursors.find((cursor) => cursor.path === path && (cursor.uidValidity === uidValidity || uidValidity === ""));
  // NaN is no cursor, but was stored once.
  const usable = known && known.since.getTime() === since.getTime() && known.lastUid === asUid(known.lastUid);
  return usable ? known : fromStart({ path, role, since }, uidValidity || (known?.uidValidity ?? ""));
};

/** Reads what is new in a folder, oldest first, a page at a time; a page is stored before the cursor moves, so that nothing is skipped. */
export const pullFolder = async (ports: PullPorts, pull: Pull, found: FolderCursor, listed: FolderStatus): Promise<void> => {
  const opened = await pull.session.open(found.path);
  if (!opened && found.role === "inbox") throw new ServerDisagrees("the server says that there is no INBOX");
  // Deleted since it was listed.
  if (!opened) return;
  const uidValidity = opened.uidValidity || found.uidValidity;
  if (uidValidity === "") throw new ServerDisagrees("the server does not tell a folder's UIDVALIDITY");
  const at = { listed, uidNext: opened.uidNext || listed.uidNext };
  const read = async (from: FolderCursor) => readEnd(ports, pull, from.filled ? from : await fillFolder(ports, pull, from), at);
  const anew = fromStart(found, uidValidity);
  const isSame = uidValidity === found.uidValidity;
  const isRead = await read(isSame ? found : anew);
  if (!isRead) await read(anew);
  pull.isOdd ||= !isSame || !isRead;
  await retryStub(ports, pull, found.path);
};
