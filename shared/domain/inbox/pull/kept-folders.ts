import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { FolderCursor } from "./sync-state.ts";

/** The folders whose names the user has given, to keep all of them. */
export const namedFolders = ({ folders = [] }: Pick<Mailbox, "folders">): readonly string[] => (folders === "all" ? [] : folders);

/** Whether all mail of a folder is kept; of others bounces and answers to own sends are. Junk is kept whole only when it is named. */
export const isKeptWhole = (mailbox: Pick<Mailbox, "folders">, { path, role }: Pick<FolderCursor, "path" | "role">): boolean => {
  if (namedFolders(mailbox).includes(path)) return true;
  return role === "other" ? mailbox.folders === "all" : role !== "junk";
};
