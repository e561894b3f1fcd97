import type { FolderStatus, MailSession } from "../ports/mail-session.ts";
import { receivedSince } from "./fill-folder.ts";
import { latestUids } from "./find-uids.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { inStore, storePages } from "./store-pages.ts";
import type { FolderCursor } from "./sync-state.ts";
import { compare, storedWindow, usedAgain, type Window, windowOf } from "./window.ts";

/**
 * When INBOX, Junk and Sent are read again though their counters have not changed, ms: usually, and soon when UIDNEXT counts a message that may still
 * be on its way.
 */
const LOOK_MS = 6 * 3_600_000;
const LOOK_SOON_MS = 5 * 60_000;
/** The same interval for all other folders. */
const LOOK_ASIDE_MS = 24 * 3_600_000;

/** A folder's counters as they were listed, and its UIDNEXT when it was opened. */
export interface Opened {
  readonly listed: FolderStatus;
  readonly uidNext: number;
}

/**
 * Compares the end of the open folder with its window, and reads what is new there. False when its UIDs have changed, so that it must be read from
 * the start.
 */
export const readEnd = async (ports: PullPorts, pull: Pull, cursor: FolderCursor, { listed, uidNext }: Opened): Promise<boolean> => {
  const { session } = pull;
  const { filled = false } = cursor;
  const known = windowOf(cursor);
  // Before the folder is filled there is no window: it begins with the last messages.
  const found = await latestUids(session, filled ? known.floor : Infinity);
  const top = found.at(-1) ?? 0;
  if (wentBack(cursor, known, uidNext, top)) return false;
  const { present } = compare(found, filled ? known : { ...known, floor: found[0] ?? known.floor });
  const vanished = filled ? [...known.known.keys()].filter((uid) => !present.known.has(uid)) : [];
  if (vanished.length > 0) await inStore(ports.moves.leave(pull.lease, cursor, vanished));
  const lasting = await stillThere(session, present);
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
