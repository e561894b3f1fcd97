import type { MailSession, MessageFacts } from "../ports/mail-session.ts";
import { type FolderCursor, ServerDisagrees, READER_VERSION, type HeadersOnly } from "./sync-state.ts";
import type { Clock } from "#shared/platform/ports.ts";

/**
 * How much of a folder's end each pull that opens it compares again: this many last UIDs and all mail received this recently, ms, up to a maximum.
 */
export const WINDOW_UIDS = 200;
const WINDOW_MS = 48 * 3_600_000;
const WINDOW_MOST = 1_000;
/** The limits for folders other than INBOX, Junk and Sent: the windows of all folders are written with every page. */
const ASIDE = { uids: 50, most: 200 };

/**
 * The last messages of a folder. From `floor` on, every UID that is not known is new, even below known ones, because a server may show a message
 * late. A known UID with another identity was reused, because the server was restored from a backup.
 */
export interface Window {
  readonly floor: number;
  /** The identity of each message, by UID; "" when the server did not state its size or date. */
  readonly known: ReadonlyMap<number, string>;
}

/** A message's size and the second in which it was received, which identify it; "" when either is not stated. */
export const identityOf = ({ size, receivedAt, unreported }: MessageFacts): string =>
  unreported?.some((item) => item === "size" || item === "date")
    ? ""
    : `${size.toString(36)}.${Math.floor(receivedAt.getTime() / 1000).toString(36)}`;

/** The window of a cursor; empty for a cursor of version 0.2, which has none. */
export const windowOf = ({ window, lastUid }: FolderCursor): Window => {
  if (!window) return { floor: lastUid + 1, known: new Map() };
  const entries = window.known === "" ? [] : window.known.split(" ").map((entry) => entry.split(":"));
  return { floor: window.floor, known: new Map(entries.map(([uid = "", identity = ""]) => [parseInt(uid, 36), identity])) };
};

/** The part of a window that a cursor stores: the recent messages and the last few. */
export const storedWindow = (
  { floor, known }: Window,
  now: Date,
  { role }: Pick<FolderCursor, "role">,
): NonNullable<FolderCursor["window"]> => {
  const { uids, most } = role === "other" ? ASIDE : { uids: WINDOW_UIDS, most: WINDOW_MOST };
  const recent = Math.floor((now.getTime() - WINDOW_MS) / 1000);
  const secondOf = (identity: string) => parseInt(identity.split(".")[1] ?? "0", 36);
  const entries = [...known].toSorted(([a], [b]) => b - a).slice(0, most);
  const oldest = entries.findLastIndex(([, identity], at) => at < uids || secondOf(identity) >= recent);
  const kept = entries.slice(0, oldest + 1).toReversed();
  return {
    floor: kept.length < known.size ? kept[0]![0] : floor,
    known: kept.map(([uid, identity]) => `${uid.toString(36)}:${identity}`).join(" "),
  };
};

/** The result of comparing the end of a folder with its window. */
export interface Compared {
  /** UIDs that are not in the window, ascending. */
  readonly fresh: readonly number[];
  /** The part of the window that still exists. */
  readonly present: Window;
}

/** Compares the UIDs of a folder's end with its window. */
export const compare = (found: readonly number[], { floor, known }: Window): Compared => ({
  fresh: found.filter((uid) => uid >= floor && !known.has(uid)),
  present: { floor, known: new Map(found.flatMap((uid) => (known.has(uid) ? [[uid, known.get(uid)!] as const] : []))) },
});

/** The UIDs that now name another message. A UID that the answer omits is not included. */
export const usedAgain = ({ known }: Window, facts: readonly MessageFacts[]): readonly number[] =>
  facts
    .filter((message) => {
      const [was, is] = [known.get(message.uid), identityOf(message)];
      return was !== undefined && was !== "" && is !== "" && was !== is;
    })
    .map(({ uid }) => uid);

/** How often the server is asked until its answers count as contradictory; mail that arrives or goes meanwhile makes one or two differ. */
const ATTEMPTS = 4;
/** More new mail than anybody gets between two pulls; a list of this many UIDs takes 8 MB. */
const MOST_LATEST = 1_000_000;

/** The UIDs of the folder's last messages, ascending: at least WINDOW_UIDS, and down to `floor`. Throws ServerDisagrees. */
export const latestUids = async (session: MailSession, floor: number): Promise<readonly number[]> => {
  let found: readonly number[] = [];
  let below = session.count() + 1;
  for (let step = WINDOW_UIDS; below > 1 && (found.length < WINDOW_UIDS || found[0]! > floor); step = Math.min(step * 4, 100_000)) {
    const read = await numbered(session, below - 1, step);
    const lowest = found[0] ?? Infinity;
    found = [...read.uids.filter((uid) => uid < lowest), ...found];
    below = read.from;
    if (found.length > MOST_LATEST) throw new ServerDisagrees("the server names more new messages than there can be");
  }
  return found;
};

/**
 * The UIDs of `count` messages up to a sequence number, ascending, and the sequence number of the first. Messages are numbered without gaps (RFC
 * 9051, 2.3.1.2), so a shorter answer was cut: throws ServerDisagrees.
 */
export const numbered = async (
  session: MailSession,
  last: number,
  count: number,
): Promise<{ readonly uids: readonly number[]; readonly from: number }> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const to = Math.min(last, session.count());
    if (to === 0) return { uids: [], from: 1 };
    const from = Math.max(1, to - count + 1);
    const uids = await session.search({ numbers: [from, to] });
    if (uids.length === to - from + 1) return { uids, from };
  }
  throw new ServerDisagrees("the server's answer to a search lists fewer or more messages than the folder has");
};

/** The UIDs of a range that were received since a day, once two answers in a row are equal. Throws ServerDisagrees. */
export const agreedUids = async (session: MailSession, above: number, upTo: number, since: Date): Promise<readonly number[]> => {
  let before: readonly number[] | undefined;
  for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
    const found = await session.search({ above, upTo, since });
    if (before?.length === found.length && found.every((uid, i) => uid === before?.[i])) return found;
    before = found;
  }
  throw new ServerDisagrees("the server answers the same search differently each time");
};

/** The most headers-only messages of a folder that are tried again; older ones are not. */
const HEADERS_ONLY_MAX = 50;
/** The most missing messages of a folder; when a server withholds more, reading stops. */
const MOST_MISSING = 50;

/** What was read in a folder since its cursor was written. */
export interface Progress {
  /** Adds a message to the window, because it was read or is not wanted. */
  readonly knows: (facts: MessageFacts) => void;
  /** Records a message that was stored with its headers only, or not at all. */
  readonly keptHeadersOnly: (uid: number, missing?: boolean) => void;
  /** Returns the cursor after everything up to that UID. */
  readonly cursor: (lastUid: number) => FolderCursor;
}

/** Records what is read in a folder from its cursor on, and calls `heard` with the UID of each message. */
export const progressFrom = (begun: FolderCursor, clock: Clock, heard: (uid: number) => void = () => undefined): Progress => {
  const { floor, known } = windowOf(begun);
  const seen = new Map(known);
  let { stubs = [] } = begun;
  return {
    knows: (facts) => {
      seen.set(facts.uid, identityOf(facts));
      heard(facts.uid);
    },
    keptHeadersOnly: (uid, missing = false) => {
      stubs = withHeadersOnly(stubs, { uid, triedAt: clock.now(), reader: READER_VERSION, ...(missing && { missing }) });
    },
    cursor: (lastUid) => ({
      ...begun,
      lastUid: Math.max(begun.lastUid, lastUid),
      window: storedWindow({ floor, known: seen }, clock.now(), begun),
      ...(stubs.length > 0 || begun.stubs ? { stubs } : {}),
    }),
  };
};

/** Adds a headers-only message, or the time of its latest try. Throws ServerDisagrees when too many are missing. */
export const withHeadersOnly = (stubs: readonly HeadersOnly[], headersOnly: HeadersOnly): readonly HeadersOnly[] => {
  const others = stubs.filter(({ uid }) => uid !== headersOnly.uid);
  const missing = others.filter((other) => other.missing);
  if (headersOnly.missing && missing.length >= MOST_MISSING)
    throw new ServerDisagrees("the server lists messages but does not return them");
  const shown = others.filter((other) => !other.missing);
  return [...missing, ...shown.slice(Math.max(0, shown.length - HEADERS_ONLY_MAX + 1)), headersOnly];
};
