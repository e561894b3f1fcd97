import type { DirectoryFolder, MailboxPage, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import { gmailSync } from "#shared/transports/gmail/gmail-sync.ts";
import { readsOver, type ServerAnswer } from "./api-reads.ts";

/** An answer of JSON. */
export const json = (body: unknown): ServerAnswer => ({ status: 200, body });
/** From when on the mailbox is read, and the link of a reading that began then. */
export const SINCE = new Date(86_400_000 * 400);
export const LINK = { history: "5", after: 86_400 * 399, named: [] as string[] };

/** A directory in memory; `log` has what was stored, and `busy` lets that many pages pass before another reader is first. */
const directoryOf = (link?: object) => {
  const state = {
    folders: [] as Pick<DirectoryFolder, "id" | "path" | "use">[],
    places: new Map<string, string>(),
    link: link === undefined ? undefined : JSON.stringify(link),
    isWhole: link !== undefined,
    log: [] as MailboxPage[],
    restarted: [] as string[],
    busyAfter: Infinity,
  };
  const directory = {
    folders: async () =>
      state.folders.map((folder) => ({
        ...folder,
        uidValidity: "1",
        uidNext: 1,
        isWhole: state.isWhole,
        count: [...state.places.values()].filter((id) => id === folder.id).length,
      })),
    setFolders: async (_: string, folders: typeof state.folders) => {
      state.folders = [...folders];
      for (const [id, place] of state.places) if (!folders.some((folder) => folder.id === place)) state.places.delete(id);
    },
    cursor: async () => ({ ...(state.link !== undefined && { link: state.link }), isWhole: state.isWhole }),
    places: async () => new Map(state.places),
    restartAll: async (_: string, used: string) => {
      state.restarted.push(used);
      state.link = undefined;
    },
    takeAll: async (_: string, page: MailboxPage) => {
      if (state.log.length >= state.busyAfter || page.used !== state.link) return false;
      state.log.push(page);
      for (const id of page.gone) state.places.delete(id);
      for (const { folderId, item } of page.there) state.places.set(item.id, folderId);
      state.link = page.next;
      state.isWhole ||= page.isEnd;
      return true;
    },
  } as unknown as MailDirectory;
  return { state, directory };
};

interface Told {
  labels: { id: string; name: string }[];
  /** Where each message is, by its labels. */
  messages: Map<string, string[]>;
  /** The pages of the history by token; "" for the first. */
  history: Record<string, ServerAnswer>;
  counted: Record<string, number>;
  /** Ids that the lists leave out, or have besides. */
  unlisted: Set<string>;
  /** The lists' next page, always. */
  nextPage: string | undefined;
  /** What the lists by a search lack, and the one by the label alone has. */
  hiddenFromSearch: Set<string>;
  receivedAt: (id: string) => number;
}

/** Gmail, a directory and a session between them. */
export const world = async (link?: object) => {
  const told: Told = {
    labels: [],
    messages: new Map(),
    history: {},
    counted: {},
    unlisted: new Set(),
    nextPage: undefined,
    hiddenFromSearch: new Set(),
    receivedAt: () => SINCE.getTime(),
  };
  const { state, directory } = directoryOf(link);
  const answer = (path: string): ServerAnswer => {
    const { pathname, searchParams: query } = new URL(path, "https://x.test");
    const at = pathname.replace("/gmail/v1/users/me", "");
    if (at === "/profile") return json({ historyId: "9" });
    if (at === "/labels") return json({ labels: told.labels.map((label) => ({ ...label, type: "user" })) });
    if (at.startsWith("/labels/")) return json({ messagesTotal: told.counted[at.slice(8)] ?? 0 });
    if (at === "/history") return told.history[query.get("historyTypes") ?? query.get("pageToken") ?? ""] ?? { status: 500 };
    if (at === "/messages") {
      const label = query.get("labelIds");
      const isIn = (labels: string[]) => (label === null ? !labels.includes("SPAM") : labels.includes(label));
      const ids = [...told.messages]
        .flatMap(([id, labels]) =>
          isIn(labels) && !told.unlisted.has(id) && !(query.has("q") && told.hiddenFromSearch.has(id)) ? [id] : [],
        )
        .toReversed();
      return json({ messages: ids.map((id) => ({ id })), ...(told.nextPage !== undefined && { nextPageToken: told.nextPage }) });
    }
    const id = at.replace("/messages/", "");
    const labelIds = told.messages.get(id);
    return labelIds ? json({ id, labelIds, internalDate: String(told.receivedAt(id)), sizeEstimate: 7 }) : { status: 404 };
  };
  const { reads, asked } = readsOver("gmail_api", answer);
  const open = () => gmailSync({ ...reads, directory, mailboxId: "m" });
  const session = async () => {
    const sync = await open();
    sync.asked({ since: SINCE });
    await sync.begin();
    await sync.update();
    return sync;
  };
  const paths = () => asked.map(({ path }) => path.replace("/gmail/v1/users/me", ""));
  const places = () => Object.fromEntries([...state.places].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { told, state, directory, open, session, paths, places };
};
/** What `world` makes. */
export type World = Awaited<ReturnType<typeof world>>;

/** A page of changes that names these messages. */
export const changed = (historyId: string, ids: readonly string[], more: object = {}, next = ""): ServerAnswer =>
  json({ historyId, history: [{ messages: ids.map((id) => ({ id })), ...more }], ...(next !== "" && { nextPageToken: next }) });
/** What a page says of deleted messages. */
export const deleted = (...ids: string[]) => ({ messagesDeleted: ids.map((id) => ({ message: { id } })) });
/** The link that the directory holds. */
export const linkOf = ({ state }: World) => JSON.parse(state.link ?? "{}") as Record<string, unknown>;
/** A mailbox that was read once, with these messages at Gmail. */
export const readOnce = async (messages: Readonly<Record<string, string[]>>, labels: { id: string; name: string }[] = []) => {
  const here = await world();
  here.told.labels = labels;
  here.told.messages = new Map(Object.entries(messages));
  await here.session();
  here.state.log.length = 0;
  return here;
};
