import type { FolderStatus } from "../../domain/inbox/ports.ts";
import { asUid, type FolderRole } from "../../domain/inbox/pull/sync-state.ts";
import type { LeanImapFlow, StatusItems } from "./lean-imap-flow.ts";

interface Watched {
  readonly path: string;
  readonly role: FolderRole;
}

/**
 * How the folders stand. When one that is known is not told, LIST says which there are: it may have been renamed or deleted, or only not be
 * told now; then it is given without its counters.
 */
export const watchedFolders = async (client: LeanImapFlow, known: readonly Watched[]): Promise<readonly FolderStatus[]> => {
  const gmail = client.can("X-GM-EXT-1");
  const told = known.length === 0 ? [] : await statuses(client, known);
  if (known.length > 0 && told.every(({ uidValidity }) => uidValidity !== "")) return told;
  return statuses(client, await findFolders(client, gmail));
};

const untold: StatusItems = { uidNext: 0, uidValidity: "" };

const statuses = async (client: LeanImapFlow, folders: readonly Watched[]): Promise<readonly FolderStatus[]> => {
  client.assertAlive();
  const at = await client.statusOf(folders.map(({ path }) => path));
  const found: FolderStatus[] = [];
  for (const { path, role } of folders) found.push({ path, role, ...((at ? at.get(path) : await statusAlone(client, path)) ?? untold) });
  return found;
};

/** INBOX, Junk and Sent; at Gmail All Mail, which has no copies and holds what was sent, and Junk. */
const findFolders = async (client: LeanImapFlow, gmail: boolean): Promise<readonly Watched[]> => {
  const listed = await client.list();
  if (listed.length === 0) throw new Error("the IMAP server lists no folders");
  const by = (use: string) => listed.find(({ specialUse, flags }) => specialUse === use && !flags.has("\\Noselect"))?.path;
  const all = gmail ? by("\\All") : undefined;
  const junk = by("\\Junk");
  const sent = all === undefined ? by("\\Sent") : undefined;
  return [
    all === undefined ? { path: "INBOX", role: "inbox" as const } : { path: all, role: "all" as const },
    ...(junk === undefined ? [] : [{ path: junk, role: "junk" as const }]),
    ...(sent === undefined ? [] : [{ path: sent, role: "sent" as const }]),
  ];
};

const statusAlone = async (client: LeanImapFlow, path: string): Promise<StatusItems | undefined> => {
  const items = await client.status(path, { uidNext: true, uidValidity: true, messages: true }).catch((error: unknown) => {
    if (client.usable) return false as const;
    throw error;
  });
  if (!items) return undefined;
  const { uidNext, uidValidity, messages } = items;
  return { uidNext: asUid(uidNext), uidValidity: String(uidValidity ?? ""), ...(messages !== undefined && { messages }) };
};
