import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import type { ApiReads } from "../http/batches.ts";
import { listOf, pageWatch, textOf, boundedJson, fieldsOf } from "../http/json.ts";
import { ARCHIVE, getJson, type Placement } from "./gmail-labels.ts";
import type { AskedFolders } from "#shared/inbox/ports/mail-session.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { ApiError } from "../http/api-client.ts";

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
 * A second list of a label, by label instead of search, with messages of any date and in the trash; and how many messages Gmail counts beyond both
 * lists. It counts before and after, so that mail which comes or goes meanwhile makes no difference. Undefined when the list is too long to read, for
 * the archive's folder, which is no label, and when Gmail states no count. Throws MailFailure.
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

/** How far a mailbox was read, kept as its link in the directory. */
export interface Link {
  /** The history id after which changes are unknown. */
  readonly history: string;
  /** From when on messages are known, seconds since the epoch. */
  readonly after: number;
  /** The ids of the labels whose mail is kept whole. */
  readonly named: readonly string[];
  /** The next page of changes, and the history id at which the first of its pages ended. */
  readonly page?: string;
  readonly upTo?: string;
  /** While everything is compared with Gmail again: the id of the last message that was compared; "" for none. */
  readonly compared?: string;
}

/** The longest page of changes, bytes. */
const HISTORY_MAX = 16 * 1024 * 1024;

const HISTORY_ID = /^\d{1,20}$/;

/** Reads a link; undefined for none, or a broken one. */
export const linkIn = (text: string | undefined): Link | undefined => {
  const { history, after, named, page, upTo, compared } = fieldsOf(text === undefined ? undefined : boundedJson(Buffer.from(text)));
  if (!HISTORY_ID.test(textOf(history)) || typeof after !== "number" || !Array.isArray(named)) return undefined;
  const more = { page, upTo, compared };
  return {
    history: textOf(history),
    after,
    named: named.map(textOf),
    ...Object.fromEntries(Object.entries(more).filter(([, one]) => typeof one === "string")),
  };
};

/** The status of the error that an answer had; undefined for any other failure. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof MailFailure && error.cause instanceof ApiError ? error.cause.status : undefined;

/** A page of changes. */
export interface HistoryPage {
  readonly ids: readonly string[];
  readonly deleted: ReadonlySet<string>;
  /** The labels of messages, where the page tells them. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly next: string;
  readonly historyId: string;
}

const CHANGES = ["messagesAdded", "messagesDeleted", "labelsAdded", "labelsRemoved"];

const historyIn = (answer: Readonly<Record<string, unknown>>): HistoryPage => {
  const { history, historyId, nextPageToken } = answer;
  if (!HISTORY_ID.test(textOf(historyId)) || (history !== undefined && !Array.isArray(history)))
    throw new ServerDisagrees("a page of changes is none");
  const records = listOf(history);
  const of = (names: readonly string[]) =>
    records.flatMap((record) => names.flatMap((name) => listOf(record[name]).map(({ message }) => fieldsOf(message))));
  const named = [...records.flatMap(({ messages }) => listOf(messages)), ...of(CHANGES)];
  const labels = named.flatMap(({ id, labelIds }) => (Array.isArray(labelIds) ? [[textOf(id), labelIds.map(textOf)] as const] : []));
  return {
    ids: [...new Set(named.map(({ id }) => textOf(id)))].filter((id) => id !== ""),
    deleted: new Set(of(["messagesDeleted"]).map(({ id }) => textOf(id))),
    labels: new Map(labels),
    next: textOf(nextPageToken),
    historyId: textOf(historyId),
  };
};

const historyPath = ({ history, page }: Pick<Link, "history" | "page">, types = ""): string =>
  `/history?startHistoryId=${history}&maxResults=500${types}${page === undefined ? "" : `&pageToken=${encodeURIComponent(page)}`}`;

/** A page of changes. Throws MailFailure, ServerDisagrees. */
export const pageAt = async (reads: ApiReads, link: Pick<Link, "history" | "page">): Promise<HistoryPage> =>
  historyIn(await getJson(reads, historyPath(link), { readMax: HISTORY_MAX }));

/** The ids of messages whose deletion the history records since an id; empty when the history cannot be read. */
export const deletedSince = async (reads: ApiReads, history: string): Promise<ReadonlySet<string>> => {
  try {
    return historyIn(await getJson(reads, historyPath({ history }, "&historyTypes=messageDeleted"), { readMax: HISTORY_MAX })).deleted;
  } catch {
    return new Set();
  }
};

/** The link for a new reading of the whole mailbox, with the present history id, so that mail which arrives during the reading is not missed. */
export const currentLink = async (reads: ApiReads, { since }: Pick<AskedFolders, "since">, { named }: Placement): Promise<Link> => {
  const { historyId } = await getJson(reads, "/profile");
  if (!HISTORY_ID.test(textOf(historyId))) throw new ServerDisagrees("a profile has no history id");
  return { history: textOf(historyId), after: startOf(since ?? new Date(0)), named: [...named], compared: "" };
};

/** Whether the known part of the mailbox covers the requested dates and labels. */
export const covers = ({ after, named }: Link, { since }: Pick<AskedFolders, "since">, wanted: Placement): boolean =>
  (since === undefined || after <= startOf(since)) && named.length === wanted.named.size && named.every((id) => wanted.named.has(id));

/** The link without its page, so that changes are read again from its history id. */
export const fromItsStart = ({ history, after, named }: Link): Link => ({ history, after, named });

/** The link after a page of changes: to the next page, or to the history id at which the history ended when its first page was read. */
export const after = (link: Link, page: HistoryPage): Link => {
  const upTo = link.upTo ?? page.historyId;
  return page.next === "" ? { ...fromItsStart(link), history: upTo } : { ...link, page: page.next, upTo };
};
