import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { FolderCursor } from "./sync-state.ts";

/** The names of the folders that the user wants kept whole. */
export const namedFolders = ({ folders = [] }: Pick<Mailbox, "folders">): readonly string[] => (folders === "all" ? [] : folders);

/** Whether all mail of a folder is kept; otherwise only bounces and answers to own sends are. Junk is kept whole only when the user names it. */
export const isKeptWhole = (mailbox: Pick<Mailbox, "folders">, { path, role }: Pick<FolderCursor, "path" | "role">): boolean => {
  if (namedFolders(mailbox).includes(path)) return true;
  return role === "other" ? mailbox.folders === "all" : role !== "junk";
};
