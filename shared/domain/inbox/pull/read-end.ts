import type { FolderStatus, MailSession } from "../ports/mail-session.ts";
import { receivedSince } from "./fill-folder.ts";
import { latestUids } from "./find-uids.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { inStore, storePages } from "./store-pages.ts";
import type { FolderCursor } from "./sync-state.ts";
import { compare, storedWindow, usedAgain, type Window, windowOf } from "./window.ts";

/** When a folder is looked into though nothing has changed; and where a message may be on its way, which only UIDNEXT counts yet. */
const LOOK_MS = 6 * 3_600_000;
const LOOK_SOON_MS = 5 * 60_000;
/** The same of a folder besides INBOX, Junk and Sent. */
const LOOK_ASIDE_MS = 24 * 3_600_000;

/** How a folder stands: as it was listed, and by its UIDNEXT when it was opened. */
export interface Opened {
  readonly listed: FolderStatus;
  readonly uidNext: number;
}

/** Compares the open folder's end with what is known of it, and reads what is new there. False when its UIDs mean something else now, and all of them. */
export const readEnd = async (ports: PullPorts, pull: Pull, cursor: FolderCursor, { listed, uidNext }: Opened): Promise<boolean> => {
  const { session } = pull;
  const { filled = false } = cursor;
  const known = windowOf(cursor);
  // Before the folder is filled nothing is known of its end: it begins where the last messages do.
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
  // Without STATUS the same counters come from opening the folder.
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

/** UIDs only grow (RFC 9051, 2.3.1.1), but not on a server that was restored from a backup: it ends before what is known begins. */
const wentBack = ({ lastUid }: FolderCursor, { floor }: Window, uidNext: number, top: number): boolean =>
  uidNext !== 0 && uidNext <= lastUid && uidNext <= floor && top < floor;

/** So many of the last messages are compared. UIDs are used again from one on, so the highest that is known shows whether any was. */
const COMPARED = 3;

/** What of the window is still the same: all, up to the last before UIDs that were used again, or undefined when none is. */
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

/** What the folder's counters say while nothing is new; nothing when they do not agree with what is open. */
const toldOf = ({ uidValidity, uidNext, messages }: FolderStatus, { cursor, top, count, now }: End): Pick<FolderCursor, "told"> => {
  if (uidValidity !== cursor.uidValidity || (messages !== undefined && messages !== count)) return {};
  const mayCome = uidNext > top + 1 && cursor.told?.uidNext !== uidNext;
  const lookMs = mayCome ? LOOK_SOON_MS : cursor.role === "other" ? LOOK_ASIDE_MS : LOOK_MS;
  return { told: { uidNext, messages, until: new Date(now.getTime() + lookMs) } };
};
