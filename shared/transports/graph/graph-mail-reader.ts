import { chooseFolders, type ListedFolder, type WatchedFolder } from "#shared/inbox/pull/choose-folders.ts";
import type { DirectoryFolder, DirectoryItem, ItemRange, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import type { Among, AskedFolders, FolderStatus, MailSession, MessageFacts } from "#shared/inbox/ports/mail-session.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { type Reading, listFolders } from "./graph-folders.ts";
import { fetchGraphHeaders, fetchGraphMails, fetchGraphPart, type Wanted } from "./fetch-graph-mails.ts";
import { isCountedOtherwise, repairFolder, totalsOf } from "./repair-folder.ts";
import { readChanges } from "./read-changes.ts";
import { type ApiClient } from "../http/api-client.ts";

/** How many folders a poll asks about in its one batch (learn.microsoft.com/graph/json-batching). */
const IN_ONE_BATCH = 20;

/**
 * Reads mailboxes over Microsoft Graph and answers as IMAP would, from a directory of folders and UIDs that delta queries keep up to date. A poll is
 * one HTTP request: a batch of one delta query for each folder.
 */
export const graphMailReader = (client: ApiClient, directory: MailDirectory) => ({
  /** Opens a session; the first batch checks the token. Throws MailFailure that classifyConnectionError understands. */
  open: async (account: ApiAccount, signal: AbortSignal): Promise<MailSession> => {
    const { mailboxId } = account;
    if (mailboxId === undefined) throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the mailbox is not connected") });
    const session = await begin({ client, account, signal, directory, mailboxId });
    return session;
  },
});

interface State {
  folders: readonly DirectoryFolder[];
  /** The ids of the folders that this session has brought up to date. */
  readonly fresh: Set<string>;
  opened: DirectoryFolder | undefined;
  /** How many items Graph counts in each folder, by the folder's id; filled when folders are listed. */
  totals: ReadonlyMap<string, number | undefined>;
}

const UNWATCHED: ReadonlySet<string> = new Set(["drafts", "trash"]);

const begin = async (reading: Reading): Promise<MailSession> => {
  const { directory, mailboxId } = reading;
  const state: State = { folders: await directory.folders(mailboxId), fresh: new Set(), opened: undefined, totals: new Map() };
  const update = async (wanted: readonly DirectoryFolder[]) => {
    const stale = wanted.filter(({ id }) => !state.fresh.has(id));
    if (stale.length === 0) return;
    await readChanges(reading, stale);
    for (const { id } of stale) state.fresh.add(id);
    state.folders = await directory.folders(mailboxId);
  };
  const relist = async () => {
    const listing = await listFolders(reading);
    state.totals = new Map(listing.map(({ id, total }) => [id, total]));
    await directory.setFolders(mailboxId, listing);
    state.folders = await directory.folders(mailboxId);
  };
  const first = (one: DirectoryFolder) => (one.path === "INBOX" ? 0 : one.use === undefined ? 2 : 1);
  const known = state.folders.filter(({ use, isWhole }) => isWhole && !UNWATCHED.has(use ?? ""));
  if (known.length === 0) await relist();
  else await update(known.toSorted((a, b) => first(a) - first(b)).slice(0, IN_ONE_BATCH));
  return sessionOf(reading, state, { update, relist, odd: () => oddFolders(reading, state, update) });
};

/** The ids of folders whose count at Graph differs, asked twice, because mail arrives and goes between a count and its changes. */
const oddFolders = async (reading: Reading, state: State, update: Steps["update"]): Promise<ReadonlySet<string>> => {
  const among = (totals: State["totals"]) =>
    state.folders.filter((folder) => folder.isWhole && state.fresh.has(folder.id) && isCountedOtherwise(folder, totals.get(folder.id)));
  const suspects = among(state.totals);
  if (suspects.length === 0) return new Set();
  const counted = await totalsOf(reading, suspects);
  for (const { id } of suspects) state.fresh.delete(id);
  await update(suspects);
  return new Set(among(new Map(suspects.map(({ id }, at) => [id, counted[at]]))).map(({ id }) => id));
};

interface Steps {
  readonly update: (wanted: readonly DirectoryFolder[]) => Promise<void>;
  readonly relist: () => Promise<void>;
  readonly odd: () => Promise<ReadonlySet<string>>;
}

const sessionOf = (reading: Reading, state: State, { update, relist, odd }: Steps): MailSession => {
  const { directory, mailboxId } = reading;
  const at = (path: string) => state.folders.find((folder) => folder.path === path);
  const find = async (range: ItemRange): Promise<readonly DirectoryItem[]> =>
    state.opened ? directory.find(mailboxId, state.opened.id, range) : [];
  const wantedOf = async (messages: readonly MessageFacts[]): Promise<readonly Wanted[]> => {
    const items = new Map((await find({ uids: messages.map(({ uid }) => uid) })).map((item) => [item.uid, item]));
    return messages.flatMap((facts) => {
      const item = items.get(facts.uid);
      return item ? [{ facts, item }] : [];
    });
  };
  return {
    folders: async (cursors, asked = {}) => {
      const isPoll = asked.inTurn !== undefined && cursors.length > 0 && cursors.every(({ path }) => at(path));
      if (!isPoll) await relist();
      const { watched, notRead } = isPoll
        ? { watched: cursors, notRead: undefined }
        : chooseFolders(state.folders.map(listed), { named: asked.named ?? [], gmail: false });
      const isAsked = askedOf(watched, isPoll ? asked : {});
      await update(watched.flatMap(({ path }) => (isAsked(path) ? (at(path) ?? []) : [])));
      const oddIds = isPoll ? new Set<string>() : await odd();
      const found = watched.flatMap((folder) => {
        const isOdd = oddIds.has(at(folder.path)?.id ?? "");
        return statusOf(folder, at(folder.path), isAsked(folder.path)).map((status) => (isOdd ? { ...status, isOdd } : status));
      });
      // Nothing is reported before INBOX was read completely: mail that is listed later would count as new.
      if (found[0]?.path !== "INBOX") return [];
      return found.map((folder, index) => (index === 0 && notRead ? { ...folder, notRead } : folder));
    },
    open: async (path) => {
      const folder = at(path);
      if (!folder) return undefined;
      await update([folder]);
      state.opened = at(path);
      return state.opened?.isWhole ? { uidValidity: state.opened.uidValidity, uidNext: state.opened.uidNext } : undefined;
    },
    repair: async (path) => {
      const folder = at(path);
      if (!folder) return;
      await update([folder]);
      const current = at(path);
      if (current?.isWhole) await repairFolder(reading, current);
      state.folders = await directory.folders(mailboxId);
    },
    count: () => state.opened?.count ?? 0,
    search: async (among) => (await find(rangeOf(among))).map(({ uid }) => uid),
    facts: async (uids) => (uids.length === 0 ? [] : (await find({ uids })).map(factsOf)),
    fetch: async (messages) => fetchGraphMails(reading, await wantedOf(messages)),
    fetchHeadersOnly: async (message) => {
      const [wanted] = await wantedOf([message]);
      return wanted && fetchGraphHeaders(reading, wanted);
    },
    part: async (uid, part, maxBytes) => {
      const [item] = await find({ uids: [uid] });
      return item && fetchGraphPart(reading, item, { part, maxBytes });
    },
    close: () => undefined,
  };
};

const listed = ({ path, use }: DirectoryFolder): ListedFolder => ({ path, delimiter: "/", use, isGuess: false, canBeRead: true });

/** The folders to ask about; a mailbox with more folders than fit in one batch is asked about some in turn. */
const askedOf = (watched: readonly WatchedFolder[], { inTurn }: AskedFolders): ((path: string) => boolean) => {
  const turn = new Set(inTurn);
  return (path) => watched.length <= IN_ONE_BATCH || inTurn === undefined || path === "INBOX" || turn.has(path);
};

const statusOf = ({ path, role }: WatchedFolder, folder: DirectoryFolder | undefined, isAsked: boolean): readonly FolderStatus[] => {
  if (!folder?.isWhole) return [];
  const { uidValidity, uidNext, count: messages } = folder;
  return [isAsked ? { path, role, uidValidity, uidNext, messages } : { path, role, uidValidity: "", uidNext: 0, isAsked }];
};

const rangeOf = (among: Among): ItemRange => {
  if ("numbers" in among) return { skip: among.numbers[0] - 1, limit: among.numbers[1] - among.numbers[0] + 1 };
  return among;
};

const factsOf = ({ id, uid, size, receivedAt, seen, draft }: DirectoryItem): MessageFacts => ({
  uid,
  size: size ?? 0,
  receivedAt,
  seen,
  own: false,
  draft,
  ...(size === undefined && { unreported: ["size"] }),
  providerId: `graph:${id}`,
});
