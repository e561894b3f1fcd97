import type { FolderStatus, MailSession, MessageFacts } from "../ports/mail-session.ts";
import {
  latestUids,
  compare,
  storedWindow,
  usedAgain,
  type Window,
  windowOf,
  withHeadersOnly,
  agreedUids,
  numbered,
  WINDOW_UIDS,
} from "./window.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { inStore, storePages, keep, store } from "./store-pages.ts";
import { type FolderCursor, isDue, READER_VERSION, type HeadersOnly, asUid, ServerDisagrees } from "./sync-state.ts";
import type { PreparedMail } from "../ingest/prepared-mail.ts";
import { prepare } from "./pages.ts";
import { readAlone } from "./read-alone.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { isKeptWhole } from "./choose-folders.ts";

/** How many UIDs one SEARCH covers, so that its answer is bounded. */
const SPAN = 500_000;
/** In a folder with at most this many messages all dates are requested: as many as one command asks about. */
const FEW = 500;

/** The last messages of a folder that was read from its start, as they were listed before, when it held `count`. */
interface ListedEnd {
  readonly uids: readonly number[];
  readonly count: number;
}

/**
 * Reads the mail that is wanted by its date, from the cursor to the folder's last message. Returns the cursor, and the folder's end if this pull has
 * read the folder from its start. Messages are numbered without gaps, so a list of all is checked by their number, and the dates of a few are read
 * one by one; a search by date, which a server may answer wrongly, must be answered twice alike.
 */
const fillFolder = async (
  ports: PullPorts,
  pull: Pull,
  found: FolderCursor,
): Promise<{ readonly cursor: FolderCursor; readonly end?: ListedEnd }> => {
  const { session } = pull;
  const count = session.count();
  const isSmall = count <= FEW;
  const latest = isSmall ? (await numbered(session, count, FEW)).uids : await latestUids(session, Infinity);
  const top = latest.at(-1) ?? 0;
  let cursor = found;
  while (cursor.lastUid < top) {
    const above = cursor.lastUid;
    const upTo = isSmall ? top : Math.min(above + SPAN, top);
    const uids = isSmall ? latest.filter((uid) => uid > above) : await agreedUids(session, above, upTo, cursor.since);
    const ended = (at: FolderCursor): FolderCursor => ({ ...at, lastUid: upTo });
    await storePages(ports, pull, cursor, { uids, isWanted: receivedSince(cursor.since), ended });
    cursor = pull.cursors.find(({ path }) => path === found.path) ?? cursor;
  }
  return { cursor, ...(found.lastUid === 0 && { end: { uids: latest.slice(-WINDOW_UIDS), count } }) };
};

/**
 * Whether a message was received since a time. Servers give whole seconds, so the whole second of `since` counts; so does a message without a date.
 */
export const receivedSince = (since: Date) => {
  const second = Math.floor(since.getTime() / 1_000) * 1_000;
  return ({ receivedAt, unreported }: MessageFacts): boolean => receivedAt.getTime() >= second || unreported?.includes("date") === true;
};

/**
 * When INBOX, Junk and Sent are read again though their counters have not changed, ms: usually, and soon when UIDNEXT counts a message that may still
 * be on its way.
 */
const LOOK_MS = 6 * 3_600_000;
const LOOK_SOON_MS = 5 * 60_000;
/** The same interval for all other folders. */
const LOOK_ASIDE_MS = 24 * 3_600_000;

/** A folder's counters as the server listed them, and its UIDNEXT when it was opened. */
interface Opened {
  readonly listed: FolderStatus;
  readonly uidNext: number;
}

/**
 * Compares the end of the open folder with its window, and reads what is new there. False when its UIDs have changed, so that it must be read from
 * the start. Of a folder that this pull has read from its start nothing is asked again, as long as it holds as many messages.
 */
const readEnd = async (
  ports: PullPorts,
  pull: Pull,
  { cursor, end }: { readonly cursor: FolderCursor; readonly end?: ListedEnd },
  { listed, uidNext }: Opened,
): Promise<boolean> => {
  const { session } = pull;
  const { filled = false } = cursor;
  const known = windowOf(cursor);
  const isListed = end?.count === session.count();
  // Before the folder is filled there is no window: it begins with the last messages.
  const found = isListed ? end.uids : await latestUids(session, filled ? known.floor : Infinity);
  const top = found.at(-1) ?? 0;
  if (wentBack(cursor, known, uidNext, top)) return false;
  const { present } = compare(found, filled ? known : { ...known, floor: found[0] ?? known.floor });
  const vanished = filled ? [...known.known.keys()].filter((uid) => !present.known.has(uid)) : [];
  if (vanished.length > 0) await inStore(ports.moves.leave(pull.lease, cursor, vanished));
  const lasting = isListed ? present : await stillThere(session, present);
  if (!lasting) return false;
  const now = ports.clock.now();
  const count = session.count();
  // Without STATUS, opening the folder gives the same counters.
  const counters = listed.isAsked === false ? { ...listed, uidValidity: cursor.uidValidity, uidNext, messages: count } : listed;
  const told = toldOf(counters, { cursor, top, count, now });
  const { told: _, ...from } = cursor;
  const isBack = lasting.known.size < present.known.size;
  pull.isOdd ||= isBack;
  await storePages(
    ports,
    pull,
    { ...from, window: storedWindow(lasting, now, cursor), ...(isBack && { lastUid: Math.max(...lasting.known.keys()) }) },
    {
      uids: compare(found, lasting).fresh,
      isWanted: filled ? () => true : receivedSince(cursor.since),
      ended: (at) => ({ ...at, lastUid: Math.max(at.lastUid, top), filled: true, ...told }),
    },
  );
  return true;
};

/** UIDs only grow (RFC 9051, 2.3.1.1), except on a server that was restored from a backup: then the folder ends before the window begins. */
const wentBack = ({ lastUid }: FolderCursor, { floor }: Window, uidNext: number, top: number): boolean =>
  uidNext !== 0 && uidNext <= lastUid && uidNext <= floor && top < floor;

/** How many of the last known messages are compared. Reused UIDs count up from a lower one, so the highest known UIDs show whether any was reused. */
const COMPARED = 3;

/** The part of the window that is unchanged: all of it, or up to the first reused UID; undefined when none is. */
const stillThere = async (session: MailSession, window: Window): Promise<Window | undefined> => {
  const uids = [...window.known.keys()];
  if (uids.length === 0) return window;
  const [first] = usedAgain(window, await session.facts(uids.slice(-COMPARED)));
  if (first === undefined) return window;
  const changed = new Set(usedAgain(window, await session.facts(uids)));
  const lowest = uids.find((uid) => changed.has(uid)) ?? first;
  const known = new Map([...window.known].filter(([uid]) => uid < lowest));
  return known.size > 0 ? { ...window, known } : undefined;
};

interface End {
  readonly cursor: FolderCursor;
  readonly top: number;
  readonly count: number;
  readonly now: Date;
}

/** The folder's counters, to be compared while nothing is new; nothing when they disagree with the open folder. */
const toldOf = ({ uidValidity, uidNext, messages }: FolderStatus, { cursor, top, count, now }: End): Pick<FolderCursor, "told"> => {
  if (uidValidity !== cursor.uidValidity || (messages !== undefined && messages !== count)) return {};
  const mayCome = uidNext > top + 1 && cursor.told?.uidNext !== uidNext;
  const lookMs = mayCome ? LOOK_SOON_MS : cursor.role === "other" ? LOOK_ASIDE_MS : LOOK_MS;
  return { told: { uidNext, messages, until: new Date(now.getTime() + lookMs) } };
};

/** Reads a headers-only message of the open folder again, whole, if one is due; another failure delays it again. */
const retryHeadersOnly = async (ports: PullPorts, pull: Pull, path: string): Promise<void> => {
  const cursor = pull.cursors.find((candidate) => candidate.path === path);
  const headersOnly = cursor?.stubs?.find((candidate) => isDue(candidate, ports.clock.now()));
  if (!cursor?.stubs || !headersOnly || pull.signal.aborted) return;
  const tried = { ...headersOnly, triedAt: ports.clock.now(), reader: READER_VERSION };
  const later = { ...cursor, stubs: withHeadersOnly(cursor.stubs, tried) };
  await keep(ports, pull, later);
  const read = await readAgain(ports, pull, later, tried).catch(() => undefined);
  if (read) await store(ports, pull, read.cursor, read.mails, pull.remaining);
};

interface Again {
  readonly mails: readonly PreparedMail[];
  readonly cursor: FolderCursor;
}

/** The message as the server returns it now; undefined when that is no more than before. */
const readAgain = async (ports: PullPorts, pull: Pull, cursor: FolderCursor, headersOnly: HeadersOnly): Promise<Again | undefined> => {
  const others = (cursor.stubs ?? []).filter(({ uid }) => uid !== headersOnly.uid);
  for await (const { mail, missing } of readAlone(pull, [headersOnly.uid], () => true)) {
    if (missing || (mail?.headersOnly && !headersOnly.missing)) return undefined;
    const { missing: _, ...shown } = headersOnly;
    return {
      mails: await prepare(ports, pull, cursor, mail ? [mail] : []),
      cursor: { ...cursor, stubs: mail?.headersOnly ? [...others, shown] : others },
    };
  }
  return undefined;
};

type Begun = Pick<FolderCursor, "path" | "role" | "since" | "whole" | "notRead">;

/** The cursor of a folder that is read from the start. */
const fromStart = ({ path, role, since, whole, notRead }: Begun, uidValidity: string): FolderCursor => ({
  path,
  role,
  uidValidity,
  lastUid: 0,
  since,
  starts: 0,
  ...(whole && { whole }),
  ...(notRead && { notRead }),
});

/**
 * What is known of a folder beside INBOX whose two counters say that it never held a message: all mail that will be in it is new. That is enough not
 * to open it in a first pull with its many folders, but it is opened soon.
 */
const neverUsed = ({ role, uidValidity, uidNext, messages }: FolderStatus, now: Date): Pick<FolderCursor, "told" | "filled"> => {
  const isEmpty = role !== "inbox" && role !== "all" && uidValidity !== "" && uidNext === 1 && messages === 0;
  return isEmpty ? { filled: true, told: { uidNext, messages, until: new Date(now.getTime() + LOOK_SOON_MS) } } : {};
};

/**
 * The cursor to continue from: a new one when the folder's UIDVALIDITY or the wanted date has changed, or when more of the folder is kept than before
 * (G17 in shared/README.md).
 */
export const cursorOf = (
  mailbox: Mailbox,
  status: FolderStatus,
  cursors: readonly FolderCursor[],
  { since, now }: { readonly since: Date; readonly now: Date },
): FolderCursor => {
  const { path, role, uidValidity } = status;
  const isAside = role === "junk" || role === "other";
  const whole = isAside && isKeptWhole(mailbox, status);
  const known = cursors.find((cursor) => cursor.path === path && (cursor.uidValidity === uidValidity || uidValidity === ""));
  // An earlier version could store NaN.
  const usable = known && known.since.getTime() === since.getTime() && known.lastUid === asUid(known.lastUid) && (known.whole || !whole);
  const { notRead: listed = cursors.find((cursor) => cursor.path === path)?.notRead } = status;
  const notRead = listed && (listed.count > 0 || listed.refusal !== undefined) ? listed : undefined;
  if (!usable) {
    const begun = { path, role, since, ...(whole && { whole }), ...(notRead && { notRead }) };
    return { ...fromStart(begun, uidValidity || (known?.uidValidity ?? "")), ...(!known && neverUsed(status, now)) };
  }
  const isSame = known.role === role && (known.whole ?? false) === whole && JSON.stringify(known.notRead) === JSON.stringify(notRead);
  if (isSame) return known;
  const { whole: _, notRead: _before, ...rest } = known;
  return { ...rest, role, ...(whole && { whole }), ...(notRead && { notRead }) };
};

/** Reads new mail of a folder, oldest first, a page at a time; each page is stored before the cursor moves, so that nothing is skipped. */
export const pullFolder = async (ports: PullPorts, pull: Pull, found: FolderCursor, listed: FolderStatus): Promise<void> => {
  const opened = await pull.session.open(found.path);
  if (!opened) throw new ServerDisagrees(`the server says that there is no ${found.role === "inbox" ? "INBOX" : "folder that it lists"}`);
  const uidValidity = opened.uidValidity || found.uidValidity;
  if (uidValidity === "") throw new ServerDisagrees("the server does not state a folder's UIDVALIDITY");
  const at = { listed, uidNext: opened.uidNext || listed.uidNext };
  const read = async (cursor: FolderCursor) => readEnd(ports, pull, cursor.filled ? { cursor } : await fillFolder(ports, pull, cursor), at);
  const anew = fromStart(found, uidValidity);
  const isSame = uidValidity === found.uidValidity;
  const isRead = await read(isSame ? found : anew);
  if (!isRead) await read(anew);
  pull.isOdd ||= !isSame || !isRead;
  await retryHeadersOnly(ports, pull, found.path);
};
