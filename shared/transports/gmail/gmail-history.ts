import type { AskedFolders } from "#shared/inbox/ports/mail-session.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { ApiError } from "../http/api-client.ts";
import type { ApiReads } from "../http/batches.ts";
import { boundedJson, fieldsOf, listOf, textOf } from "../http/json.ts";
import { getJson, type Placement } from "./gmail-labels.ts";
import { startOf } from "./gmail-lists.ts";

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

/** The messages whose deletion the history records since an id; none when it cannot be asked. */
export const deletedSince = async (reads: ApiReads, history: string): Promise<ReadonlySet<string>> => {
  try {
    return historyIn(await getJson(reads, historyPath({ history }, "&historyTypes=messageDeleted"), { readMax: HISTORY_MAX })).deleted;
  } catch {
    return new Set();
  }
};

/** The link of a reading from the start: the history id of now, because what comes during the reading must not be missed. */
export const linkOfNow = async (reads: ApiReads, { since }: Pick<AskedFolders, "since">, { named }: Placement): Promise<Link> => {
  const { historyId } = await getJson(reads, "/profile");
  if (!HISTORY_ID.test(textOf(historyId))) throw new ServerDisagrees("a profile has no history id");
  return { history: textOf(historyId), after: startOf(since ?? new Date(0)), named: [...named], compared: "" };
};

/** Whether what is known covers what is asked for. */
export const covers = ({ after, named }: Link, { since }: Pick<AskedFolders, "since">, wanted: Placement): boolean =>
  (since === undefined || after <= startOf(since)) && named.length === wanted.named.size && named.every((id) => wanted.named.has(id));

/** The link without its page, so that changes are read from their start. */
export const fromItsStart = ({ history, after, named }: Link): Link => ({ history, after, named });

/** How a link goes on after a page: to the next page, or to where the history ended when its first page was read. */
export const after = (link: Link, page: HistoryPage): Link => {
  const upTo = link.upTo ?? page.historyId;
  return page.next === "" ? { ...fromItsStart(link), history: upTo } : { ...link, page: page.next, upTo };
};
