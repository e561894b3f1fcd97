import type { AskedFolders, FolderStatus } from "../../domain/inbox/ports/mail-session.ts";
import { chooseFolders, MOST_FOLDERS, MOST_SHOWN, type WatchedFolder } from "../../domain/inbox/pull/choose-folders.ts";
import { asUid, ServerDisagrees } from "../../domain/inbox/pull/sync-state.ts";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { refusedInSession } from "./imap-failure.ts";
import { folderUse } from "./folder-uses.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";
import type { FolderListing, Listed, StatusItems } from "./list-folders.ts";

/** The longest command, octets (RFC 7162, 4). */
const COMMAND_OCTETS = 8_000;
const EVERYTHING = ["*"];

/**
 * The watched folders with their counters. When the server refuses to list them, INBOX and the known ones are asked about one by one, and the first
 * has the server's words: a refused list is no empty list.
 */
export const watchedFolders = async (
  client: LeanImapFlow,
  known: readonly WatchedFolder[],
  asked: AskedFolders = {},
): Promise<readonly FolderStatus[]> => {
  try {
    return await listedFolders(client, known, asked);
  } catch (error) {
    const failure = refusedInSession(error);
    if (!(failure instanceof MailFailure) || !client.usable) throw error;
    return unlistedFolders(client, known, asked, failure.reply ?? "");
  }
};

const unlistedFolders = async (
  client: LeanImapFlow,
  known: readonly WatchedFolder[],
  { named = [], inTurn }: AskedFolders,
  refusal: string,
): Promise<readonly FolderStatus[]> => {
  const head = known.find(({ role }) => role === "inbox" || role === "all") ?? { path: "INBOX", role: "inbox" as const };
  const watched = [head, ...known.filter(({ path }) => path !== head.path)];
  const paths = watched.map(({ path }) => path);
  const missed = named.filter((path) => !paths.includes(path));
  const found = await statusesInTurn(client, watched, inTurn ?? paths);
  client.assertAlive();
  const notRead = { count: missed.length, some: missed.slice(0, MOST_SHOWN), refusal };
  return found.map((folder, at) => (at === 0 ? { ...folder, notRead } : folder));
};

/**
 * The watched folders with their counters. One LIST returns all. Where a mailbox has more folders than are read, and at Gmail with its many labels,
 * LIST names only the known folders. A server without LIST-STATUS is asked with STATUS, about all or about those in turn. When a known folder is
 * missing from the answer, all are listed, because it may have been renamed or deleted. If it was only left out of the answer, it is returned without
 * counters.
 */
const listedFolders = async (
  client: LeanImapFlow,
  known: readonly WatchedFolder[],
  { named = [], inTurn }: AskedFolders,
): Promise<readonly FolderStatus[]> => {
  client.assertAlive();
  const gmail = client.can("X-GM-EXT-1");
  const canTell = client.can("LIST-STATUS");
  const has = (role: WatchedFolder["role"]) => known.some((folder) => folder.role === role);
  const isManyOrSlow = inTurn !== undefined && has("inbox") && (!canTell || known.length >= MOST_FOLDERS);
  const byName = gmail ? has("all") && has("junk") : isManyOrSlow;
  if (byName) {
    const reported = canTell ? await namedStatuses(client, known) : await statusesInTurn(client, known, inTurn ?? []);
    if (reported.every(({ uidValidity, isAsked }) => uidValidity !== "" || isAsked === false)) return reported;
  }
  const listing = await listAll(client, known);
  const { watched, notRead } = chooseFolders(listing.folders.map(folderUse), { named, gmail });
  const found = listing.withStatus
    ? statusesIn(listing, watched)
    : await statusesInTurn(client, watched, inTurn ?? known.map(({ path }) => path));
  return found.map((folder, at) => (at === 0 ? { ...folder, notRead } : folder));
};

/** Lists all folders, and asks again by name for known folders that the list lacks. Throws when the server lists nothing at all. */
const listAll = async (client: LeanImapFlow, known: readonly WatchedFolder[]): Promise<FolderListing> => {
  const { folders, withStatus } = await client.listFolders(EVERYTHING);
  client.assertAlive();
  if (folders.length === 0) throw new ServerDisagrees("the server lists no folders");
  const named = new Set(folders.map(({ path }) => path));
  const missing = known.map(({ path }) => path).filter((path) => !named.has(path) && isPlain(path));
  const again = missing.length === 0 ? [] : (await client.listFolders(missing.slice(0, MOST_FOLDERS))).folders;
  return { folders: [...folders, ...again.filter(({ path }) => missing.includes(path))], withStatus };
};

const unreported: StatusItems = { uidNext: 0, uidValidity: "" };

const statusesIn = ({ folders }: FolderListing, watched: readonly WatchedFolder[]): readonly FolderStatus[] => {
  const byPath = new Map(folders.map((folder) => [folder.path, folder]));
  return watched.map((folder) => ({ ...folder, ...(byPath.get(folder.path)?.status ?? unreported) }));
};

/** A name with a wildcard would be a pattern. */
const isPlain = (path: string): boolean => !/[%*]/.test(path);

/** The counters of known folders, with as few commands as their names allow. */
const namedStatuses = async (client: LeanImapFlow, known: readonly WatchedFolder[]): Promise<readonly FolderStatus[]> => {
  const commands: string[][] = [];
  let octets = Infinity;
  for (const { path } of known.filter((folder) => isPlain(folder.path))) {
    const length = client.spelt(path).length + 3;
    if (octets + length > COMMAND_OCTETS) [octets] = [0, commands.push([])];
    octets += length;
    commands.at(-1)?.push(path);
  }
  const folders: Listed[] = [];
  for (const paths of commands) folders.push(...(await client.listFolders(paths)).folders);
  client.assertAlive();
  const reported = statusesIn({ folders, withStatus: true }, known);
  const alone = reported.map(async (folder) =>
    isPlain(folder.path) ? folder : { ...folder, ...((await statusAlone(client, folder.path)) ?? unreported) },
  );
  return Promise.all(alone);
};

/** The counters of the folders in turn, one command each; the others are marked as not asked. */
const statusesInTurn = async (
  client: LeanImapFlow,
  watched: readonly WatchedFolder[],
  inTurn: readonly string[],
): Promise<readonly FolderStatus[]> => {
  const found: FolderStatus[] = [];
  for (const { path, role } of watched) {
    const isAsked = inTurn.includes(path) || role === "inbox" || role === "all";
    found.push({ path, role, ...(isAsked ? ((await statusAlone(client, path)) ?? unreported) : { ...unreported, isAsked }) });
  }
  return found;
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
