import type { FolderWord } from "#shared/inbox/ports/messages.ts";
import type { DirectoryFolder, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import { apiFailure, type ApiClient } from "../http/api-client.ts";
import type { ApiChanges, ApiMessage } from "../http/directory-changes.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";
import { readBatch, mailboxPath } from "./graph-client.ts";
import { itemOf, itemQuery, type Reading, listFolders, isCountedOtherwise, repairFolder, totalsOf } from "./graph-folders.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { directorySession } from "../http/directory-session.ts";
import { fetchGraphHeaders, fetchGraphMails, fetchGraphPart, readChanges } from "./read-changes.ts";

/** The most messages with one Message-ID that are looked at. */
const MOST_NAMED = 100;
const QUERY = `${itemQuery},internetMessageId,parentFolderId`;
/** The well-known names of folders (learn.microsoft.com/graph/api/resources/mailfolder). */
const NAMES: Readonly<Record<FolderWord, string>> = { archive: "archive", inbox: "inbox", trash: "deleteditems", spam: "junkemail" };

const messageIn = (entry: Readonly<Record<string, unknown>>): ApiMessage => ({
  item: itemOf(entry),
  messageId: textOf(entry["internetMessageId"]),
  folderId: textOf(entry["parentFolderId"]),
});

/** The folders of a session, as the directory has them. */
interface SessionFolders {
  readonly folders: () => readonly DirectoryFolder[];
  readonly reload: () => Promise<void>;
}

/**
 * Changes at Microsoft Graph: `PATCH` of a message, and `move` (learn.microsoft.com/graph/api/message-update, …/message-move). None is ever deleted.
 */
const graphChanges = (reading: Reading, { folders, reload }: SessionFolders): ApiChanges => {
  const { client, account, directory, mailboxId, signal } = reading;
  const root = mailboxPath(account);
  const pathTo = (id: string) => `${root}/messages/${encodeURIComponent(id)}`;
  const change = async (method: "PATCH" | "POST", path: string, json: object) => {
    signal.throwIfAborted();
    // The answer repeats the content.
    await client.bytes(account, { method, path: `${path}?$select=id`, json, readMax: 8 * 1024 * 1024 });
  };
  const repair = async (folderId: string, page: Pick<Parameters<Reading["directory"]["repair"]>[2], "there" | "gone">) => {
    const folder = folders().find(({ id, isWhole }) => id === folderId && isWhole);
    if (folder) await directory.repair(mailboxId, folderId, { ...page, unlisted: folder.unlisted ?? 0 });
  };
  return {
    look: async (ids) => {
      const answers = await readBatch(
        reading,
        ids.map((id) => `${pathTo(id)}?${QUERY}`),
      );
      return answers.flatMap((answer) => {
        if ("body" in answer) return messageIn(fieldsOf(answer.body));
        if (answer.error.status !== 404) throw apiFailure(answer.error);
        return [];
      });
    },
    named: async (messageId) => {
      const filter = encodeURIComponent(`internetMessageId eq '${messageId.replaceAll("'", "''")}'`);
      const [answer] = await readBatch(reading, [`${root}/messages?${QUERY}&$top=${MOST_NAMED}&$filter=${filter}`]);
      if (!answer || "error" in answer) throw apiFailure(answer?.error);
      return listOf(fieldsOf(answer.body)["value"])
        .map(messageIn)
        .filter(({ item }) => item.id !== "");
    },
    setFlags: (id, { isRead, isFlagged }) =>
      change("PATCH", pathTo(id), {
        ...(isRead !== undefined && { isRead }),
        ...(isFlagged !== undefined && { flag: { flagStatus: isFlagged ? "flagged" : "notFlagged" } }),
      }),
    move: async ({ item: { id } }, destinationId) => {
      await change("POST", `${pathTo(id)}/move`, { destinationId });
      return true;
    },
    folderFor: async (word) => {
      const [answer] = await readBatch(reading, [`${root}/mailFolders/${NAMES[word]}?$select=id`]);
      if (answer && "error" in answer && answer.error.status !== 404) throw apiFailure(answer.error);
      const id = answer && "body" in answer ? textOf(fieldsOf(answer.body)["id"]) : "";
      return folders().find((folder) => folder.id === id)?.path;
    },
    place: async ({ item, folderId }, from) => {
      if (from !== undefined && from !== folderId) await repair(from, { there: [], gone: [item.id] });
      await repair(folderId, { there: [item], gone: [] });
      await reload();
    },
    renew: async ({ id, link }) => {
      if (link !== undefined) await directory.restart(mailboxId, id, link);
      await reload();
    },
  };
};

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
  /** How many items Graph counts in each folder, by the folder's id; filled when folders are listed. */
  totals: ReadonlyMap<string, number | undefined>;
}

const UNWATCHED: ReadonlySet<string> = new Set(["drafts", "trash"]);

const begin = async (reading: Reading): Promise<MailSession> => {
  const { directory, mailboxId } = reading;
  const state: State = { folders: await directory.folders(mailboxId), fresh: new Set(), totals: new Map() };
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
  return directorySession({
    directory,
    mailboxId,
    folders: () => state.folders,
    update,
    relist,
    repair: async (folder) => {
      await repairFolder(reading, folder);
      state.folders = await directory.folders(mailboxId);
    },
    odd: () => oddFolders(reading, state, update),
    perPoll: IN_ONE_BATCH,
    providerIdOf: (id) => `graph:${id}`,
    fetch: (wanted) => fetchGraphMails(reading, wanted),
    fetchHeaders: (wanted) => fetchGraphHeaders(reading, wanted),
    fetchPart: (item, part, maxBytes) => fetchGraphPart(reading, item, { part, maxBytes }),
    changes: graphChanges(reading, {
      folders: () => state.folders,
      reload: async () => void (state.folders = await directory.folders(mailboxId)),
    }),
  });
};

/** The ids of folders whose count at Graph differs, asked twice, because mail arrives and goes between a count and its changes. */
const oddFolders = async (
  reading: Reading,
  state: State,
  update: (wanted: readonly DirectoryFolder[]) => Promise<void>,
): Promise<ReadonlySet<string>> => {
  const among = (totals: State["totals"]) =>
    state.folders.filter((folder) => folder.isWhole && state.fresh.has(folder.id) && isCountedOtherwise(folder, totals.get(folder.id)));
  const suspects = among(state.totals);
  if (suspects.length === 0) return new Set();
  const counted = await totalsOf(reading, suspects);
  for (const { id } of suspects) state.fresh.delete(id);
  await update(suspects);
  return new Set(among(new Map(suspects.map(({ id }, at) => [id, counted[at]]))).map(({ id }) => id));
};
