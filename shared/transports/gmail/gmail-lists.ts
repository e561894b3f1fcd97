import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import type { ApiReads } from "../http/batches.ts";
import { listOf, pageWatch, textOf } from "../http/json.ts";
import { ARCHIVE, getJson } from "./gmail-labels.ts";

/** The most messages of a page (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/list), and the most pages of a list. */
const PAGE = 500;
const MOST_PAGES = 400;
/** How long a list is read, and a second one that only counts, ms: both together in one pull. */
const LISTING_MS = 40_000;
const COUNTING_MS = 10_000;
/** How much earlier a list begins than mail is wanted, seconds: clocks, and the difference between arrival and the date by which Gmail searches. */
const MARGIN_S = 86_400;

/** The ids of a list, the newest first; `end`: why reading stopped before the end of the list. */
export interface Listed {
  readonly ids: readonly string[];
  /** Whether the list ended on its first page. */
  readonly isOnePage: boolean;
  readonly end?: ServerDisagrees;
}

/** The seconds since the epoch from which lists begin. */
export const startOf = (since: Date): number => Math.max(0, Math.floor(since.getTime() / 1_000) - MARGIN_S);

const labelOf = (folderId: string): string => (folderId === ARCHIVE ? "" : `&labelIds=${encodeURIComponent(folderId)}`);
const searchOf = (folderId: string, after: number): string =>
  `/messages?maxResults=${PAGE}${labelOf(folderId)}&q=${encodeURIComponent(`after:${after} -in:drafts`)}`;

/**
 * Lists the messages of a label since a time (seconds), for the archive's folder those of all labels but spam; with `known` only to the first page on
 * which all messages are known. Throws MailFailure.
 */
export const readList = async (reads: ApiReads, folderId: string, after: number, known?: ReadonlyMap<string, unknown>): Promise<Listed> =>
  readPages(reads, searchOf(folderId, after), LISTING_MS, known);

const readPages = async (reads: ApiReads, path: string, withinMs: number, known?: ReadonlyMap<string, unknown>): Promise<Listed> => {
  const [ids, watch, until] = [new Set<string>(), pageWatch(), Date.now() + withinMs];
  let token: string | undefined;
  for (let pages = 0; ; pages += 1) {
    const at = { isOnePage: false, ids: [...ids] };
    if (pages === MOST_PAGES || Date.now() >= until) return { ...at, end: new ServerDisagrees("a folder's list takes too long") };
    const page = await getJson(reads, `${path}${token === undefined ? "" : `&pageToken=${encodeURIComponent(token)}`}`);
    if (page["messages"] !== undefined && !Array.isArray(page["messages"])) throw new ServerDisagrees("a list of messages is none");
    const found = listOf(page["messages"])
      .map(({ id }) => textOf(id))
      .filter((id) => id !== "");
    for (const id of found) ids.add(id);
    const next = textOf(page["nextPageToken"]);
    if (next === "" || (known && found.every((id) => known.has(id)))) return { ids: [...ids], isOnePage: pages === 0 && next === "" };
    if (watch.isEndless({ used: token, next, ids: found }))
      return { ids: [...ids], isOnePage: false, end: new ServerDisagrees("a folder's list has no end") };
    token = next;
  }
};

/** How many messages Gmail counts under a label, of whatever time; undefined where it does not say. */
const countOf = async (reads: ApiReads, labelId: string): Promise<number | undefined> => {
  const { messagesTotal } = await getJson(reads, `/labels/${encodeURIComponent(labelId)}`);
  return typeof messagesTotal === "number" && Number.isSafeInteger(messagesTotal) ? messagesTotal : undefined;
};

/**
 * A second list of a label, by the label alone and not by a search, with messages of every time and those in the trash; and how many more messages
 * Gmail counts than both lists have. It is counted before and after, so that what comes or goes meanwhile is no difference. Undefined where it is too
 * long to be read to its end, for the archive's folder, which is no label, and where nothing is counted. Throws MailFailure.
 */
export const countedBeyond = async (
  reads: ApiReads,
  folderId: string,
  listed: readonly string[],
): Promise<{ readonly ids: readonly string[]; readonly unlisted: number } | undefined> => {
  const before = folderId === ARCHIVE ? undefined : await countOf(reads, folderId);
  if (before === undefined) return undefined;
  const { ids, end } = await readPages(reads, `/messages?maxResults=${PAGE}${labelOf(folderId)}&includeSpamTrash=true`, COUNTING_MS);
  if (end) return undefined;
  const beyond = (total: number): number => Math.max(0, total - new Set([...listed, ...ids]).size);
  const unlisted = beyond(before) && Math.min(beyond(before), beyond((await countOf(reads, folderId)) ?? 0));
  return { ids, unlisted };
};
