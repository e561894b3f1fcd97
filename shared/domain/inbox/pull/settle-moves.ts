import type { FolderLocation } from "../audit/audit.ts";
import type { MessageLocation } from "../message.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { inStore } from "./store-pages.ts";

/**
 * Checks whether messages with a copy in another folder are still in their own. Those that are not were moved, by a rule or a person. A folder that
 * is no longer read, or has new UIDs, counts as not holding them.
 */
export const settleMoves = async ({ moves }: PullPorts, { session, cursors, lease }: Pull): Promise<void> => {
  const unsettled = await inStore(moves.unsettled(lease));
  for (const [folder, uids] of byFolder(unsettled)) {
    const isRead = cursors.some(({ path, uidValidity }) => path === folder.path && uidValidity === folder.uidValidity);
    const opened = isRead ? await session.open(folder.path) : undefined;
    const isSame = opened && (opened.uidValidity || folder.uidValidity) === folder.uidValidity;
    const there = new Set(isSame ? await session.search({ uids }) : []);
    const [staying, gone] = [uids.filter((uid) => there.has(uid)), uids.filter((uid) => !there.has(uid))];
    if (gone.length > 0) await inStore(moves.leave(lease, folder, gone));
    if (staying.length > 0) await inStore(moves.stay(lease, folder, staying));
  }
};

const byFolder = (places: readonly MessageLocation[]): readonly (readonly [FolderLocation, readonly number[]])[] => {
  const groups = Map.groupBy(places, ({ folder, uidValidity }) => JSON.stringify([folder, uidValidity]));
  return [...groups.values()].map(
    (rows) => [{ path: rows[0]!.folder, uidValidity: rows[0]!.uidValidity }, rows.map(({ uid }) => uid).toSorted((a, b) => a - b)] as const,
  );
};
