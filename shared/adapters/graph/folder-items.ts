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
const MOST_PAGES = 200;
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
const listPath = (reading: Pick<Reading, "account">, id: string): string =>
  `${folderPath(reading, id)}/messages?${itemQuery}&$orderby=receivedDateTime%20desc&$top=${PAGE}`;

/** A page of a folder's list, and the path of the next. */
interface ListPage {
  readonly items: readonly Omit<DirectoryItem, "uid">[];
  readonly next: string | undefined;
}

/** Reads a page of a folder's list. Throws MailFailure, ServerDisagrees. */
const pageAt = async (reading: Reading, path: string): Promise<ListPage> => {
  const [answer] = await readBatch(reading, [path], { readMax: READ_MAX });
  if (!answer || "error" in answer) throw graphFailure(answer?.error);
  const { value, "@odata.nextLink": link } = fieldsOf(answer.body);
  if (!Array.isArray(value)) throw new ServerDisagrees("a list of messages is none");
  const items = listOf(value)
    .map(itemOf)
    .filter(({ id }) => id !== "");
  return { items, next: textOf(link) === "" ? undefined : pathOf(reading, textOf(link)) };
};

/** Whether the list goes on after this page, and leads nowhere. */
const isNowhere = (watch: PageWatch, used: string, { items, next }: ListPage): boolean =>
  next !== undefined && watch.leadsNowhere({ used, next, ids: items.map(({ id }) => id) });

/** Pages of a folder's list, the newest first; `end` is why they end before the list does. */
export interface Listed {
  readonly pages: readonly (readonly Omit<DirectoryItem, "uid">[])[];
  readonly end?: ServerDisagrees;
}

/** Reads a folder's list to its end or, with `known`, until a page has no other messages. Throws MailFailure. */
export const readPages = async (reading: Reading, folderId: string, known?: ReadonlySet<string>): Promise<Listed> => {
  const [pages, watch, until] = [[] as Listed["pages"][number][], pageWatch(), Date.now() + LISTING_MS];
  let path: string | undefined = listPath(reading, folderId);
  while (path !== undefined) {
    if (pages.length === MOST_PAGES || Date.now() >= until) return { pages, end: new ServerDisagrees("a folder's list takes too long") };
    const page: ListPage = await pageAt(reading, path);
    pages.push(page.items);
    if (known && page.items.every(({ id }) => known.has(id))) break;
    if (isNowhere(watch, path, page)) return { pages, end: new ServerDisagrees("a folder's list has no end") };
    path = page.next;
  }
  return { pages };
};

/**
 * Reads a folder whose changes lead nowhere by its list: all of it when it was never read whole, else from the newest to the first page without news.
 * The oldest are taken first, so that a reading that is cut off leaves nothing behind what the next one finds known. Throws MailFailure, and
 * ServerDisagrees when the list has no end either: after what it named was taken.
 */
export const listByDate = async (reading: Reading, folderId: string): Promise<void> => {
  const { directory, mailboxId } = reading;
  const folder = (await directory.folders(mailboxId)).find(({ id }) => id === folderId);
  if (!folder) return;
  const { isWhole, link, unlisted = 0 } = folder;
  const known = isWhole ? new Set((await directory.find(mailboxId, folderId, {})).map(({ id }) => id)) : undefined;
  const { pages, end } = await readPages(reading, folderId, known);
  for (const there of pages.toReversed()) await directory.mend(mailboxId, folderId, { there, gone: [], unlisted });
  if (end) throw end;
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
