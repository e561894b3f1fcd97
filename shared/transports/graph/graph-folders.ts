import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import type { FolderUse } from "#shared/inbox/pull/choose-folders.ts";
import type { DirectoryFolder, DirectoryItem, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { ApiReads } from "../http/batches.ts";
import { readBatch, mailboxPath } from "./graph-client.ts";
import { apiFailure } from "../http/api-client.ts";
import { fieldsOf, listOf, textOf, type PageWatch, pageWatch } from "../http/json.ts";

/** The well-known names of folders (learn.microsoft.com/graph/api/resources/mailfolder) and their uses in RFC 6154. */
const WELL_KNOWN: readonly (readonly [string, FolderUse | "inbox"])[] = [
  ["inbox", "inbox"],
  ["sentitems", "sent"],
  ["junkemail", "junk"],
  ["drafts", "drafts"],
  ["deleteditems", "trash"],
];
/** The most folders that are listed, and the most batches for it: names beyond are as if they did not exist. */
const MOST = 1_000;
const MOST_BATCHES = 25;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly children: number;
  readonly total: number | undefined;
}

/** A folder as Graph lists it; `total`: how many items Graph counts in it. */
export interface ListedFolder extends Pick<DirectoryFolder, "id" | "path" | "use"> {
  readonly total?: number;
}

/** A link from Graph as a path below the service's root; throws for a link to another server, because the token would be sent there. */
export const pathOf = ({ account }: ApiReads, link: string): string => {
  const root = `${account.apiUrl}/`;
  if (link.startsWith(root)) return link.slice(root.length - 1);
  throw new ServerDisagrees("a link leads away from the service");
};

/** Lists all folders of the mailbox: INBOX, the well-known ones with their uses, the others by their path of names. Throws MailFailure. */
export const listFolders = async (reads: ApiReads): Promise<readonly ListedFolder[]> => {
  const at = `${mailboxPath(reads.account)}/mailFolders`;
  const query = "$top=100&$select=id,displayName,parentFolderId,childFolderCount,totalItemCount";
  const known = await readBatch(reads, [`${at}?${query}`, ...WELL_KNOWN.map(([name]) => `${at}/${name}?$select=id`)]);
  const [first, ...well] = known;
  // A mailbox may lack a Junk folder, but not an INBOX.
  const uses = new Map(
    well.flatMap((answer, index) => ("body" in answer ? [[textOf(fieldsOf(answer.body)["id"]), WELL_KNOWN[index]![1]] as const] : [])),
  );
  if (![...uses.values()].includes("inbox")) throw failureIn([...well, ...known]);
  const found: Named[] = [];
  const ids = new Set<string>();
  let answers = [first!];
  let before = 0;
  for (let batches = 0; answers.length > 0 && batches < MOST_BATCHES && found.length < MOST; batches += 1) {
    const next: string[] = [];
    before = found.length;
    for (const answer of answers) {
      if ("error" in answer) throw apiFailure(answer.error);
      const body = fieldsOf(answer.body);
      const page = listOf(body["value"])
        .map(named)
        .filter(({ id }) => !ids.has(id));
      for (const { id } of page) ids.add(id);
      found.push(...page);
      next.push(...page.filter(({ children }) => children > 0).map(({ id }) => `${at}/${encodeURIComponent(id)}/childFolders?${query}`));
      if (typeof body["@odata.nextLink"] === "string") next.push(pathOf(reads, body["@odata.nextLink"]));
    }
    answers = [...(await readBatch(reads, next.slice(0, 200)))];
  }
  // An endless list is an error, so that the folders that it lacks are not forgotten; in a tree that is only too deep the last step still found
  // folders.
  if (answers.length > 0 && found.length === before) throw new ServerDisagrees("the list of folders has no end");
  return withPaths(found, uses);
};

const failureIn = (answers: readonly unknown[]): unknown => {
  const [error] = answers.flatMap((answer) => fieldsOf(answer)["error"] ?? []);
  return error === undefined ? new MailFailure("HTTPS", "unreachable") : apiFailure(error);
};

const named = (folder: Readonly<Record<string, unknown>>): Named => ({
  id: textOf(folder["id"]),
  name: textOf(folder["displayName"]),
  parent: textOf(folder["parentFolderId"]),
  children: Number(folder["childFolderCount"] ?? 0) || 0,
  total: totalIn(folder),
});

/** How many items Graph counts in a folder; undefined when it does not say. */
export const totalIn = ({ totalItemCount: total }: Readonly<Record<string, unknown>>): number | undefined =>
  Number.isSafeInteger(total) && Number(total) >= 0 ? Number(total) : undefined;

const withPaths = (found: readonly Named[], uses: ReadonlyMap<string, FolderUse | "inbox">): readonly ListedFolder[] => {
  const byId = new Map(found.map((folder) => [folder.id, folder]));
  const pathTo = ({ id, name, parent }: Named, depth = 0): string => {
    if (uses.get(id) === "inbox") return "INBOX";
    const above = depth < 20 ? byId.get(parent) : undefined;
    return above ? `${pathTo(above, depth + 1)}/${name}` : name;
  };
  const paths = new Set<string>();
  const all = [...byId.values()].filter(({ id, name }) => id !== "" && name !== "");
  const isFirst = (path: string) => !paths.has(path) && paths.add(path);
  const inbox = all.some(({ id }) => uses.get(id) === "inbox")
    ? []
    : [{ id: [...uses].find(([, use]) => use === "inbox")![0], path: "INBOX" }];
  const listed = all
    .toSorted((a, b) => (uses.has(b.id) ? 1 : 0) - (uses.has(a.id) ? 1 : 0))
    .flatMap((folder) => {
      const path = pathTo(folder);
      const use = uses.get(folder.id);
      return isFirst(path)
        ? [
            {
              id: folder.id,
              path,
              ...(use !== undefined && use !== "inbox" && { use }),
              ...(folder.total !== undefined && { total: folder.total }),
            },
          ]
        : [];
    });
  return [...inbox, ...listed];
};

/** The fields to request of each message in a list. Without sizes, messages with attachments are read as large ones. */
export const itemQuery = "$select=receivedDateTime,isRead,isDraft,hasAttachments,flag";
const EARLIEST = Date.UTC(1971, 0, 1);
/** The most messages of a page of a folder's list (learn.microsoft.com/graph/api/user-list-messages, "$top"), and the most pages that are read. */
const PAGE = 1_000;
const MOST_PAGES = 200;
/** The longest page, bytes. */
const READ_MAX = 24 * 1024 * 1024;
/** How long a folder is read by its list, ms. */
const LISTING_MS = 40_000;

/** What is needed to bring the directory up to date. */
export interface Reading extends ApiReads {
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
  if (!answer || "error" in answer) throw apiFailure(answer?.error);
  const { value, "@odata.nextLink": link } = fieldsOf(answer.body);
  if (!Array.isArray(value)) throw new ServerDisagrees("a list of messages is none");
  const items = listOf(value)
    .map(itemOf)
    .filter(({ id }) => id !== "");
  return { items, next: textOf(link) === "" ? undefined : pathOf(reading, textOf(link)) };
};

/** Whether the list claims to continue after this page but never ends. */
const isEndlessList = (watch: PageWatch, used: string, { items, next }: ListPage): boolean =>
  next !== undefined && watch.isEndless({ used, next, ids: items.map(({ id }) => id) });

/** Pages of a folder's list, newest first; `end`: why reading stopped before the end of the list. */
export interface Listed {
  readonly pages: readonly (readonly Omit<DirectoryItem, "uid">[])[];
  readonly end?: ServerDisagrees;
}

/** Reads a folder's list to its end; with `known`, only to the first page without new messages. Throws MailFailure. */
export const readPages = async (reading: Reading, folderId: string, known?: ReadonlySet<string>): Promise<Listed> => {
  const [pages, watch, until] = [[] as Listed["pages"][number][], pageWatch(), Date.now() + LISTING_MS];
  let path: string | undefined = listPath(reading, folderId);
  while (path !== undefined) {
    if (pages.length === MOST_PAGES || Date.now() >= until) return { pages, end: new ServerDisagrees("a folder's list takes too long") };
    const page: ListPage = await pageAt(reading, path);
    pages.push(page.items);
    if (known && page.items.every(({ id }) => known.has(id))) break;
    if (isEndlessList(watch, path, page)) return { pages, end: new ServerDisagrees("a folder's list has no end") };
    path = page.next;
  }
  return { pages };
};

/**
 * Reads a folder by its list, because its delta query does not end: all of it when it was never read whole, else from the newest message to the first
 * page without new ones. The oldest messages are stored first, so that an interrupted reading leaves no gap that the next one would miss. Throws
 * MailFailure, and ServerDisagrees when the list does not end either, after it has stored the listed messages.
 */
export const listByDate = async (reading: Reading, folderId: string): Promise<void> => {
  const { directory, mailboxId } = reading;
  const folder = (await directory.folders(mailboxId)).find(({ id }) => id === folderId);
  if (!folder) return;
  const { isWhole, link, unlisted = 0 } = folder;
  const known = isWhole ? new Set((await directory.find(mailboxId, folderId, {})).map(({ id }) => id)) : undefined;
  const { pages, end } = await readPages(reading, folderId, known);
  for (const there of pages.toReversed()) await directory.repair(mailboxId, folderId, { there, gone: [], unlisted });
  if (end) throw end;
  if (!isWhole) await directory.take(mailboxId, folderId, { used: link, next: link ?? "", isLast: true, there: [], gone: [] });
};

/** Whether a message is flagged for follow-up (learn.microsoft.com/graph/api/resources/followupflag); nothing where the entry does not say. */
const flagIn = (entry: Readonly<Record<string, unknown>>): Pick<DirectoryItem, "flagged"> => {
  const status = textOf(fieldsOf(entry["flag"])["flagStatus"]);
  return status === "" ? {} : { flagged: status === "flagged" };
};

/**
 * Reads an entry of a list or of changes. A changed message may come with only its changed properties, but the requested ones always come ("at least
 * the properties").
 */
export const itemOf = (entry: Readonly<Record<string, unknown>>): Omit<DirectoryItem, "uid"> => {
  const received = Date.parse(textOf(entry["receivedDateTime"]));
  const [extended] = listOf(entry["singleValueExtendedProperties"]);
  const size = Number(extended?.["value"] ?? Number.NaN);
  return {
    id: textOf(entry["id"]),
    receivedAt: received >= EARLIEST ? new Date(received) : new Date(),
    seen: entry["isRead"] === true,
    ...flagIn(entry),
    draft: entry["isDraft"] === true,
    hasAttachments: entry["hasAttachments"] !== false,
    ...(Number.isSafeInteger(size) && size > 0 && { size }),
  };
};

/** How many items Graph counts in each of these folders; undefined when it does not say. */
export const totalsOf = async (
  reading: Reading,
  folders: readonly Pick<DirectoryFolder, "id">[],
): Promise<readonly (number | undefined)[]> => {
  const answers = await readBatch(
    reading,
    folders.map(({ id }) => `${folderPath(reading, id)}?$select=totalItemCount`),
  );
  return answers.map((answer) => ("body" in answer ? totalIn(fieldsOf(answer.body)) : undefined));
};

/** Whether Graph's count of the folder differs from the directory's, apart from items that Graph counts but does not list. */
export const isCountedOtherwise = ({ count, unlisted = 0 }: DirectoryFolder, total: number | undefined): boolean =>
  total !== undefined && total - count !== unlisted;

/** Asks for Graph's current count, and returns whether it differs from ours. Throws MailFailure. */
const countedOtherwise = async (reading: Reading, folder: DirectoryFolder): Promise<boolean> => {
  const [total] = await totalsOf(reading, [folder]);
  return isCountedOtherwise(folder, total);
};

/**
 * Compares a folder whose delta query did not end with Graph's list if the counts differ. Two signs show that nothing is missing: a page without new
 * messages, and an equal count.
 */
export const repairIfCountedOtherwise = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  if (await countedOtherwise(reading, folder)) await repairFolder(reading, folder);
};

/**
 * Compares an up-to-date folder of the directory with Graph's list, by ids, because a delta query may leave out a message, or a removal, and the
 * number is still right when it does both. Listed messages are added. Each message that is not listed is requested, and removed when it is in another
 * folder or gone. Throws MailFailure, and ServerDisagrees when the list is endless.
 */
export const repairFolder = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  const { directory, mailboxId } = reading;
  const [total] = await totalsOf(reading, [folder]);
  const known = new Set((await directory.find(mailboxId, folder.id, {})).map(({ id }) => id));
  const { pages, end } = await readPages(reading, folder.id);
  const listed = new Map(pages.flat().map((item) => [item.id, item]));
  const there = [...listed.values()].filter(({ id }) => !known.has(id));
  if (there.length > 0) await directory.repair(mailboxId, folder.id, { there, gone: [], unlisted: folder.unlisted ?? 0 });
  if (end) throw end;
  const missing = [...known].filter((id) => !listed.has(id));
  const gone = await elsewhere(reading, folder, missing);
  const left = listed.size + missing.length - gone.length;
  await directory.repair(mailboxId, folder.id, { there: [], gone, unlisted: total === undefined ? 0 : total - left });
};

/** The messages among these that no longer exist, or are in another folder; a message without an answer counts as still there. */
const elsewhere = async (reading: Reading, { id: folderId }: DirectoryFolder, ids: readonly string[]): Promise<readonly string[]> => {
  const answers = await readBatch(
    reading,
    ids.map((id) => `${mailboxPath(reading.account)}/messages/${encodeURIComponent(id)}?$select=parentFolderId`),
  );
  return ids.filter((_, at) => {
    const answer = answers[at]!;
    if ("error" in answer) return answer.error.status === 404;
    const parent = textOf(fieldsOf(answer.body)["parentFolderId"]);
    return parent !== "" && parent !== folderId;
  });
};
