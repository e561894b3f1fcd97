import type { DirectoryFolder, MailboxPage } from "#shared/inbox/ports/mail-directory.ts";
import type { AskedFolders } from "#shared/inbox/ports/mail-session.ts";
import { pageWatch } from "../http/json.ts";
import {
  after,
  covers,
  deletedSince,
  fromItsStart,
  type HistoryPage,
  type Link,
  linkIn,
  currentLink,
  pageAt,
  statusOf,
  countedBeyond,
  type Listed,
  readList,
} from "./gmail-history.ts";
import {
  ARCHIVE,
  assumedPlace,
  type Found,
  getJson,
  hasUnknown,
  listLabels,
  placed,
  type Placement,
  readFacts,
  type Reading,
} from "./gmail-labels.ts";

/** How long changes are read in one session, ms; the next session continues there. */
const READING_MS = 20_000;
/** How many messages are asked about before they are stored. */
const AT_A_TIME = 100;
/** What to store of some messages: how it was asked for, and how the mailbox's link goes on. */
interface Step {
  readonly used: string | undefined;
  readonly next: string | undefined;
  readonly isEnd?: boolean;
  /** Messages that Gmail itself says are gone; one that is not found has a second sign then. */
  readonly deleted?: ReadonlySet<string>;
  /** Where to look for that sign when it is missing: the history id from which on deletions are asked for. */
  readonly deletedSince?: string;
  /** The labels of messages, where they were told. */
  readonly labels?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Keeps a mailbox's directory up to date by Gmail's history; labels become folders, and each message is in one. A history record only shows that a
 * message changed: its place is then requested. Everything is listed again when the history id is too old, the changes do not end, or other dates or
 * labels are requested.
 */
export const gmailSync = async (reading: Reading) => {
  const { directory, mailboxId } = reading;
  const state = {
    folders: await directory.folders(mailboxId),
    cursor: await directory.cursor(mailboxId),
    asked: undefined as AskedFolders | undefined,
    named: [] as readonly string[],
    isFresh: false,
  };
  const refresh = async () => {
    state.cursor = await directory.cursor(mailboxId);
    const { isWhole } = state.cursor;
    state.folders = (await directory.folders(mailboxId)).map((folder) => ({ ...folder, isWhole }));
  };
  await refresh();

  const relist = async () => {
    const labels = await listLabels(reading);
    const before = state.folders;
    await directory.setFolders(mailboxId, labels);
    await refresh();
    const lost = before.filter(({ id, count }) => count > 0 && !labels.some((label) => label.id === id));
    const found = before.length > 0 ? state.folders.filter(({ id }) => !before.some((folder) => folder.id === id)) : [];
    if (!state.cursor.isWhole) return;
    for (const folder of [...(lost.length > 0 ? state.folders.filter(({ id }) => id === ARCHIVE) : []), ...found]) await repair(folder);
  };
  const placement = (): Placement => {
    const named = new Set(state.named);
    const labels = state.folders.map(({ id }) => id);
    return { labels: new Set(labels), named: new Set(state.folders.filter(({ path }) => named.has(path)).map(({ id }) => id)) };
  };

  /** Asks where messages are and stores that; false when another reader has gone on from the same link. */
  const store = async (ids: readonly string[], { used, next, isEnd = false, deleted, labels, ...step }: Step): Promise<boolean> => {
    const facts = ids.length === 0 ? new Map<string, Found>() : await readFacts(reading, ids);
    const unknown = [...facts.values()].some((one) => typeof one !== "string" && hasUnknown(one.labelIds, placement()));
    if (unknown) await relist();
    const { there, nowhere } = placed(facts, placement());
    const doubtful = ids.filter((id) => typeof facts.get(id) === "string");
    const missing = doubtful.filter((id) => facts.get(id) === "missing");
    const isSilent = missing.some((id) => !deleted?.has(id));
    const later = isSilent && step.deletedSince !== undefined ? await deletedSince(reading, step.deletedSince) : undefined;
    const gone = missing.filter((id) => deleted?.has(id) || later?.has(id));
    const unclear = doubtful.filter((id) => !gone.includes(id));
    const places = unclear.length > 0 ? await directory.places(mailboxId) : new Map<string, string>();
    const assumed = unclear.filter((id) => !places.has(id)).flatMap((id) => assumedPlace(id, labels?.get(id), placement()));
    return directory.takeAll(mailboxId, { used, next, isEnd, there: [...there, ...assumed], gone: [...gone, ...nowhere] });
  };
  const storeInSteps = async (ids: readonly string[], step: Step): Promise<boolean> => {
    for (let from = 0; from < ids.length; from += AT_A_TIME) if (!(await store(ids.slice(from, from + AT_A_TIME), step))) return false;
    return true;
  };

  /** Everything but spam, and spam. */
  const listAll = async (after: number, known?: ReadonlyMap<string, string>): Promise<readonly [Listed, Listed]> => [
    await readList(reading, ARCHIVE, after, known),
    await readList(reading, "SPAM", after, known),
  ];
  const spamIn = ([, spam]: readonly [Listed, Listed]) => new Map(spam.ids.map((id) => [id, ["SPAM"]] as const));

  /**
   * Reads the mailbox by its lists. Unknown messages are stored first, the oldest of them first. A mailbox that was read before is then compared, because
   * what happened meanwhile is unknown: messages that are listed are asked where they are; those that are not listed go when they are not found, too.
   */
  const readAll = async (begun?: Link): Promise<void> => {
    const end = Date.now() + READING_MS;
    const link = begun ?? (await startAgain());
    const used = JSON.stringify(link);
    const lists = await listAll(link.after);
    const [listed, places] = [new Set(lists.flatMap(({ ids }) => ids)), await directory.places(mailboxId)];
    const fresh = [...listed].filter((id) => !places.has(id)).toReversed();
    for (let from = 0; from < fresh.length; from += AT_A_TIME) {
      if (Date.now() >= end || !(await store(fresh.slice(from, from + AT_A_TIME), { used, next: used, labels: spamIn(lists) }))) return;
    }
    const endless = lists.find((list) => list.end)?.end;
    if (endless) throw endless;
    const { compared, ...read } = link;
    let at = used;
    const rest = state.cursor.isWhole ? [...places.keys()].filter((id) => id > (compared ?? "")).toSorted() : [];
    const unlisted = new Set(rest.filter((id) => !listed.has(id)));
    for (let from = 0; from < rest.length; from += AT_A_TIME) {
      const some = rest.slice(from, from + AT_A_TIME);
      const next = JSON.stringify({ ...link, compared: some.at(-1) });
      if (Date.now() >= end || !(await store(some, { used: at, next, deleted: unlisted }))) return;
      at = next;
    }
    await store([], { used: at, next: JSON.stringify(read), isEnd: true });
  };

  const startAgain = async (): Promise<Link> => {
    const link = await currentLink(reading, state.asked ?? {}, placement());
    await directory.takeAll(mailboxId, { used: state.cursor.link, next: JSON.stringify(link), isEnd: false, there: [], gone: [] });
    return link;
  };

  /** Reads what has changed since the link, page by page. */
  const readHistory = async (text: string, link: Link, first: HistoryPage): Promise<void> => {
    const [end, watch] = [Date.now() + READING_MS, pageWatch()];
    let [at, from, page] = [text, link, first];
    for (;;) {
      const following = after(from, page);
      const next = JSON.stringify(following);
      if (next !== at || page.ids.length > 0) {
        const isTaken = await takePage(page, { used: at, next, deletedSince: from.history });
        if (!isTaken || page.next === "") return;
      }
      if (page.next === "") return;
      if (watch.isEndless({ used: from.page, next: page.next, ids: page.ids })) break;
      [at, from] = [next, following];
      if (Date.now() >= end) {
        // Slow pages without end look like this: there is always another page, and none has brought anything.
        if (watch.hasBrought()) return;
        break;
      }
      const more = await nextPage(from);
      if (!more) break;
      page = more;
    }
    await refresh();
    return readAll();
  };
  /** The next page; undefined when Gmail refuses its own token. */
  const nextPage = (from: Link): Promise<HistoryPage | undefined> =>
    pageAt(reading, from).catch((error: unknown) => {
      if (statusOf(error) === 400) return undefined;
      throw error;
    });
  const takePage = async (page: HistoryPage, step: Step): Promise<boolean> => {
    const { ids, labels } = page;
    if (ids.length > AT_A_TIME) {
      // A long page is stored in parts under the link by which it was read; the last part moves the link.
      const isTaken = await storeInSteps(ids.slice(AT_A_TIME), { ...step, next: step.used, deleted: page.deleted, labels });
      if (!isTaken) return false;
    }
    return store(ids.slice(0, AT_A_TIME), { ...step, deleted: page.deleted, labels });
  };

  /** Compares a folder with Gmail's lists of its label, by ids. Returns how many more messages Gmail counts. */
  const repair = async (folder: DirectoryFolder): Promise<number | undefined> => {
    const { link: used } = state.cursor;
    const link = linkIn(used);
    if (!link) return undefined;
    const list = await readList(reading, folder.id, link.after);
    const [listed, places] = [new Set(list.ids), await directory.places(mailboxId)];
    const isElsewhere = (place: string | undefined) =>
      place === undefined || place === ARCHIVE || folder.id === "INBOX" || folder.id === "SPAM";
    const wrong = list.ids.filter(
      (id) => places.get(id) !== folder.id && (folder.id === ARCHIVE ? !places.has(id) : isElsewhere(places.get(id))),
    );
    const labels = folder.id === ARCHIVE ? undefined : new Map(wrong.map((id) => [id, [folder.id]] as const));
    await storeInSteps(wrong.toReversed(), { used, next: used, ...(labels && { labels }) });
    if (!list.end) {
      const unlisted = [...places].filter(([id, place]) => place === folder.id && !listed.has(id)).map(([id]) => id);
      await storeInSteps(unlisted, { used, next: used, deleted: new Set(unlisted) });
    }
    const counted = list.end ? undefined : await countedBeyond(reading, folder.id, list.ids);
    if (counted) await storeYoung(counted.ids, { used, next: used, after: link.after });
    await refresh();
    if (list.end) throw list.end;
    return counted?.unlisted;
  };

  /** Stores what a list of every time has and no search: it begins with the newest, so that reading ends once some messages in a row are too old. */
  const storeYoung = async (ids: readonly string[], { after: from, ...step }: Step & Pick<Link, "after">): Promise<void> => {
    const places = await directory.places(mailboxId);
    const unknown = ids.filter((id) => !places.has(id));
    for (let at = 0; at < unknown.length; at += AT_A_TIME) {
      const facts = await readFacts(reading, unknown.slice(at, at + AT_A_TIME));
      const young = [...facts]
        .filter(([, one]) => typeof one !== "string" && one.item.receivedAt.getTime() >= from * 1_000)
        .map(([id]) => id);
      if (young.length === 0) return;
      await store(young.toReversed(), step);
    }
  };

  /** Looks whether the newest messages that Gmail lists are known, because a history may leave one out; where the list is short, whether others are gone. */
  const lookAtNewest = async (): Promise<void> => {
    const { link: used, isWhole } = state.cursor;
    const link = linkIn(used);
    if (!isWhole || !link) return;
    const places = await directory.places(mailboxId);
    const lists = await listAll(link.after, places);
    const listed = new Set(lists.flatMap(({ ids }) => ids));
    const unknown = [...listed].filter((id) => !places.has(id)).toReversed();
    await storeInSteps(unknown, { used, next: used, labels: spamIn(lists) });
    const endless = lists.find((list) => list.end)?.end;
    if (lists.every(({ isOnePage }) => isOnePage)) {
      const unlisted = [...places.keys()].filter((id) => !listed.has(id));
      await storeInSteps(unlisted, { used, next: used, deleted: new Set(unlisted) });
    }
    await refresh();
    if (endless) throw endless;
  };

  let opening: { readonly text: string; readonly link: Link; readonly page: HistoryPage } | undefined;
  /** The first call, which checks the token: the changes since the last reading. Throws MailFailure. */
  const begin = async (): Promise<void> => {
    const { link: text } = state.cursor;
    const link = linkIn(text);
    if (text === undefined || !link || link.compared !== undefined) return void (await getJson(reading, "/profile"));
    try {
      opening = { text, link, page: await pageAt(reading, link) };
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) await directory.restartAll(mailboxId, text);
      // The token of a page may have expired: its changes are read from their start.
      else if (status === 400 && link.page !== undefined) {
        const from = fromItsStart(link);
        const next = JSON.stringify(from);
        await directory.takeAll(mailboxId, { used: text, next, isEnd: false, there: [], gone: [] });
        opening = { text: next, link: from, page: await pageAt(reading, from) };
      } else throw error;
      await refresh();
    }
  };

  const update = async (): Promise<void> => {
    if (!state.asked || state.isFresh) return;
    state.isFresh = true;
    if (state.folders.length === 0) await relist();
    const known = linkIn(state.cursor.link);
    const { asked } = state;
    if (opening && covers(opening.link, asked, placement())) await readHistory(opening.text, opening.link, opening.page);
    else await readAll(known?.compared !== undefined && covers(known, asked, placement()) ? known : undefined);
    await refresh();
  };

  /** Writes where a message is and as what, without reading on; another reader's page is waited for once. */
  const place = async (page: Pick<MailboxPage, "there" | "gone">): Promise<void> => {
    for (const _ of [0, 1]) {
      await refresh();
      const { link } = state.cursor;
      if (await directory.takeAll(mailboxId, { ...page, used: link, next: link, isEnd: false })) break;
    }
    await refresh();
  };

  return {
    begin,
    update,
    place,
    placement,
    relist,
    repair,
    lookAtNewest,
    /** The folders that the user has named, told before anything is asked about them. */
    reads: (named: readonly string[]): void => void (state.named = named),
    asked: (asked: AskedFolders): void => {
      state.asked = asked;
      state.named = asked.named ?? [];
    },
    folders: () => state.folders,
  };
};
