import type { MailSession } from "../ports/mail-session.ts";
import { ServerDisagrees } from "./sync-state.ts";
import { WINDOW_UIDS } from "./window.ts";

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

/** The UIDs in a range that were received since a day, once two answers in a row agree. Throws ServerDisagrees. */
export const agreedUids = async (session: MailSession, above: number, upTo: number, since: Date): Promise<readonly number[]> => {
  let before: readonly number[] | undefined;
  for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
    const found = await session.search({ above, upTo, since });
    if (before?.length === found.length && found.every((uid, i) => uid === before?.[i])) return found;
    before = found;
  }
  throw new ServerDisagrees("the server answers the same search differently each time");
};
