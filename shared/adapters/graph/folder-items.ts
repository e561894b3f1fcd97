import type { DirectoryItem, MailDirectory } from "../../domain/inbox/ports/mail-directory.ts";
import { ServerDisagrees } from "../../domain/inbox/pull/sync-state.ts";
import { fieldsOf, type GraphReads, listOf, type PageWatch, pageWatch, readBatch, textOf } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { graphFailure } from "./graph-error.ts";
import { pathOf } from "./graph-folders.ts";

/** What is asked of each message in a list; without sizes, messages with attachments are read as large. */
export const itemQuery = "$select=receivedDateTime,isRead,isDraft,hasAttachments";
const EARLIEST = Date.UTC(1971, 0, 1);
/** The most messages of a page of a folder's list (learn.microsoft.com/graph/api/user-list-messages, "$top"), and the most pages that are read. */
const PAGE = 1_000;
export const MOST_PAGES = 200;
/** The longest page, bytes. */
const READ_MAX = 24 * 1024 * 1024;
/** How long a folder is read by its list, ms. */
const LISTING_MS = 40_000;

/** The directory that is brought up to date. */
export interface Reading extends GraphReads {
  readonly directory: MailDirectory;
  readonly mailboxId: string;
}

/** The path of a folder by its id. */
export const folderPath = ({ account }: Pick<Reading, "account">, id: string): string =>
  `${mailboxPath(account)}/mailFolders/${encodeURIComponent(id)}`;

/** The path of a folder's list, the newest message first. */
export const listPath = (reading: Pick<Reading, "account">, id: string): string =>
  `${folderPath(reading, id)}/messages?${itemQuery}&$orderby=receivedDateTime%20desc&$top=${PAGE}`;

/** A page of a folder's list, and the path of the next. Throws MailFailure, and ServerDisagrees for pages that lead nowhere. */
export const pageAt = async (reading: Reading, path: string, watch: PageWatch) => {
  const [answer] = await readBatch(reading, [path], { readMax: READ_MAX });
  if (!answer || "error" in answer) throw graphFailure(answer?.error);
  const { value, "@odata.nextLink": link } = fieldsOf(answer.body);
  if (!Array.isArray(value)) throw new ServerDisagrees("a list of messages is none");
  const items = listOf(value)
    .map(itemOf)
    .filter(({ id }) => id !== "");
  const next = textOf(link) === "" ? undefined : pathOf(reading, textOf(link));
  if (next !== undefined && watch.leadsNowhere({ used: path, next, ids: items.map(({ id }) => id) }))
    throw new ServerDisagrees("a folder's list has no end");
  return { items, next };
};

/**
 * Reads a folder whose changes lead nowhere by its list: all of it when it was never read whole, else from the newest to the first page without news.
 * What went is found by the next comparison (mend-folder.ts). Throws MailFailure, and ServerDisagrees when the list has no end either.
 */
export const listByDate = async (reading: Reading, folderId: string): Promise<void> => {
  const { directory, mailboxId } = reading;
  const folder = (await directory.folders(mailboxId)).find(({ id }) => id === folderId);
  if (!folder) return;
  const { isWhole, link, unlisted = 0 } = folder;
  const known = new Set((await directory.find(mailboxId, folderId, {})).map(({ id }) => id));
  const watch = pageWatch();
  const end = Date.now() + LISTING_MS;
  let path: string | undefined = listPath(reading, folderId);
  for (let pages = 0; path !== undefined; pages += 1) {
    if (pages === MOST_PAGES || Date.now() >= end) throw new ServerDisagrees("a folder's list takes too long");
    const page = await pageAt(reading, path, watch);
    await directory.mend(mailboxId, folderId, { there: page.items, gone: [], unlisted });
    if (isWhole && page.items.every(({ id }) => known.has(id))) return;
    path = page.next;
  }
  if (!isWhole) await directory.take(mailboxId, folderId, { used: link, next: link ?? "", isLast: true, there: [], gone: [] });
};

/** A changed message may come with its changed properties alone, but those of the first request come always ("at least the properties"). */
export const itemOf = (entry: Readonly<Record<string, unknown>>): Omit<DirectoryItem, "uid"> => {
  const received = Date.parse(textOf(entry["receivedDateTime"]));
  const [extended] = listOf(entry["singleValueExtendedProperties"]);
  const size = Number(extended?.["value"] ?? Number.NaN);
  return {
    id: textOf(entry["id"]),
    receivedAt: received >= EARLIEST ? new Date(received) : new Date(),
    seen: entry["isRead"] === true,
    draft: entry["isDraft"] === true,
    hasAttachments: entry["hasAttachments"] !== false,
    ...(Number.isSafeInteger(size) && size > 0 && { size }),
  };
};
