import type { FolderWord } from "#shared/inbox/ports/messages.ts";
import type { DirectoryFolder } from "#shared/inbox/ports/mail-directory.ts";
import { apiFailure } from "../http/api-client.ts";
import type { ApiChanges, ApiMessage } from "../http/directory-changes.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";
import { readBatch } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { itemOf, itemQuery, type Reading } from "./graph-folders.ts";

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

/** Changes at Microsoft Graph: `PATCH` of a message, and `move` (learn.microsoft.com/graph/api/message-update, …/message-move). None is ever deleted. */
export const graphChanges = (reading: Reading, { folders, reload }: SessionFolders): ApiChanges => {
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
