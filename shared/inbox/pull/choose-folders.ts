import type { FolderCursor, FolderRole, NotRead } from "./sync-state.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";

/** The special uses of folders (RFC 6154, 2; RFC 8457, 3) that the choice depends on. */
export type FolderUse = "all" | "drafts" | "flagged" | "important" | "junk" | "sent" | "trash";

/** A folder in an answer to LIST. */
export interface ListedFolder {
  readonly path: string;
  /** The hierarchy separator; "" for none. */
  readonly delimiter: string;
  readonly use?: FolderUse | undefined;
  /** True when the use was guessed from the name because the server did not report it. */
  readonly isGuess: boolean;
  /** False for a folder that holds no mail, or whose name cannot be sent back unchanged. */
  readonly canBeRead: boolean;
}

/** A folder that is read. */
export interface WatchedFolder {
  readonly path: string;
  readonly role: FolderRole;
}

/** The maximum of folders that are read in a mailbox. */
export const MOST_FOLDERS = 100;
/** The maximum of folders beyond those that audits visit. */
const MOST_BESIDE = 1_000;
/** How many unread folders are reported by name. */
export const MOST_SHOWN = 5;

/** Chooses the folders to read; the first is INBOX or, at Gmail, All Mail. */
export const chooseFolders = (
  listed: readonly ListedFolder[],
  { named, gmail }: { readonly named: readonly string[]; readonly gmail: boolean },
): { readonly watched: readonly WatchedFolder[]; readonly notRead: NotRead } => {
  const uses = usesOf(listed, named);
  const all = gmail ? listed.find((folder) => uses.get(folder) === "all" && folder.canBeRead) : undefined;
  const trash = listed.filter((folder) => uses.get(folder) === "trash");
  const isTrashed = ({ path }: ListedFolder) => trash.some((one) => one.delimiter !== "" && path.startsWith(`${one.path}${one.delimiter}`));
  // At Gmail only Junk is read besides All Mail; elsewhere all folders but Drafts, Trash with its subfolders, and those that show mail of other
  // folders again.
  const isWatched = (folder: ListedFolder) => {
    const use = uses.get(folder);
    if (!folder.canBeRead || folder.path === "INBOX") return false;
    return use === "junk" || (!all && !isTrashed(folder) && (use === undefined || use === "sent"));
  };
  const candidates = listed.filter(isWatched);
  const rank = ({ path, delimiter }: ListedFolder) => (delimiter === "" ? 1 : path.split(delimiter).length);
  const first = (folder: ListedFolder) =>
    uses.get(folder) === "sent" ? 0 : named.includes(folder.path) ? 1 : uses.get(folder) === "junk" ? 2 : 3;
  const chosen = candidates.toSorted((a, b) => first(a) - first(b) || rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  const head: WatchedFolder = all ? { path: all.path, role: "all" } : { path: "INBOX", role: "inbox" };
  const watched = [head, ...chosen.map((folder) => ({ path: folder.path, role: roleOf(uses.get(folder)) }))].slice(0, MOST_FOLDERS);
  const read = new Set(["INBOX", ...watched.map(({ path }) => path)]);
  const beyond = [...chosen, ...listed.filter(({ canBeRead, path }) => !canBeRead && named.includes(path))].map(({ path }) => path);
  // A folder that the user named is reported as missed also when it does not exist or is of a kind that is never read. All Mail contains the mail of
  // every label.
  const missed = [...new Set([...(all ? [] : named), ...beyond])].filter((path) => !read.has(path));
  const left = beyond.filter((path) => !read.has(path)).length;
  const paths = chosen.map(({ path }) => path).filter((path) => !read.has(path));
  const besides = left > 0 && { beyond: left, ...(paths.length > 0 && { paths: paths.slice(0, MOST_BESIDE) }) };
  return { watched, notRead: { count: missed.length, some: missed.slice(0, MOST_SHOWN), ...besides } };
};

/**
 * The use of each folder: the server's attribute where there is one for that use, else a guess, but never a guess for a folder that the user named.
 * Programs do not agree on the folder for sent mail, so one that is only named so is read like the one with the attribute.
 */
const usesOf = (listed: readonly ListedFolder[], named: readonly string[]): ReadonlyMap<ListedFolder, FolderUse | undefined> => {
  const told = new Set(listed.flatMap(({ use, isGuess }) => (isGuess ? [] : (use ?? []))));
  const isTrue = ({ path, use, isGuess }: ListedFolder) => !isGuess || (use && (use === "sent" || !told.has(use)) && !named.includes(path));
  return new Map(listed.map((folder) => [folder, isTrue(folder) ? folder.use : undefined]));
};

const roleOf = (use: FolderUse | undefined): FolderRole => (use === "junk" || use === "sent" ? use : "other");

/** The names of the folders that the user wants kept whole. */
export const namedFolders = ({ folders = [] }: Pick<Mailbox, "folders">): readonly string[] => (folders === "all" ? [] : folders);

/** Whether all mail of a folder is kept; otherwise only bounces and answers to own sends are. Junk is kept whole only when the user names it. */
export const isKeptWhole = (mailbox: Pick<Mailbox, "folders">, { path, role }: Pick<FolderCursor, "path" | "role">): boolean => {
  if (namedFolders(mailbox).includes(path)) return true;
  return role === "other" ? mailbox.folders === "all" : role !== "junk";
};
