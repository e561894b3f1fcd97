import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { publishEvents } from "#shared/events/publish.ts";
import type { MessageLocation } from "../message.ts";
import {
  type ChangeOutcome,
  type Changes,
  FOLDER_WORDS,
  type FolderWord,
  type MailChanges,
  type PendingChange,
} from "../ports/messages.ts";
import type { Pull, PullPorts } from "../pull/pull.ts";
import { namedFolders } from "../pull/choose-folders.ts";
import { inStore, saveCursors } from "../pull/store-pages.ts";
import type { FolderStatus } from "../ports/mail-session.ts";
import { findElsewhere, isStoredMessage } from "./ask-change.ts";

/** The dependencies of making changes at the server. */
export interface ChangePorts extends Pick<PullPorts, "eventOutbox" | "log" | "clock"> {
  readonly changes: Pick<Changes, "due" | "begin" | "settle" | "take">;
}

/** How many changes a pull applies; the next pull does the rest. */
const AT_MOST = 100;
const MINUTE_MS = 60_000;
/** After how long a change is tried again, by the number of attempts before, ms; the last one may be cut off by a killed worker, too. */
const RETRY_MS: readonly number[] = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
/** A change that waited for longer is not made: whoever uses the mailbox at its provider has gone on since. */
const WAITS_MS = 72 * 3_600_000;
/** The most characters of a reason. */
const REASON_LENGTH = 300;

const failed = (reason: string, at?: MessageLocation): ChangeOutcome => ({
  state: "failed",
  reason: reason.slice(0, REASON_LENGTH),
  ...(at && { at }),
});

/**
 * Makes the users' waiting changes at the mail server. Each attempt is counted before it is made, so that a change that breaks the connection stops
 * only a few pulls. A refused change fails alone; a lost connection fails the pull.
 */
export const applyChanges = async (ports: ChangePorts, pull: Pull): Promise<void> => {
  const { lease, session, brief } = pull;
  if (brief) return;
  session.changes?.reads?.(namedFolders(pull.mailbox));
  const now = ports.clock.now();
  const due = await inStore(ports.changes.due(lease, now, AT_MOST));
  const settled: string[] = [];
  try {
    for (const change of due.toSorted(byPlace)) {
      const { attempts, at } = change.wish;
      if (!(await inStore(ports.changes.begin(change, new Date(now.getTime() + (RETRY_MS[attempts] ?? 0)))))) continue;
      const isLate = now.getTime() - at.getTime() > WAITS_MS;
      const outcome = isLate ? failed("it could not be made within 72 hours") : await attempt(ports, session.changes, pull, change);
      if (outcome === undefined) continue;
      await inStore(ports.changes.settle(change, outcome));
      settled.push(change.id);
    }
  } finally {
    if (settled.length > 0) await publishEvents(ports, "messages", settled);
  }
};

/** Messages of one folder together, so that it is opened once. */
const byPlace = (a: PendingChange, b: PendingChange): number => (a.folder === b.folder ? a.uid - b.uid : a.folder < b.folder ? -1 : 1);

/** Makes one change; undefined when it is to be tried again. */
const attempt = async (
  ports: ChangePorts,
  changes: MailChanges | undefined,
  pull: Pull,
  change: PendingChange,
): Promise<ChangeOutcome | undefined> => {
  if (!changes) return failed("its provider is reached in a way that takes no changes");
  const isLast = change.wish.attempts >= RETRY_MS.length - 1;
  try {
    const place = await locate(changes, pull, change);
    if (place !== undefined) return await changeAt(ports, changes, pull, change, place);
    return isLast ? failed("its server does not have the message where it was, nor in another folder that is read") : undefined;
  } catch (error) {
    if (!(error instanceof MailFailure && error.reason === "refused" && error.at === "session")) throw error;
    return isLast ? failed(`its server refused: ${error.reply ?? ""}`) : undefined;
  }
};

/** The message's place at the server, whose folder is then open for writing. */
const locate = async (changes: MailChanges, pull: Pull, change: PendingChange): Promise<MessageLocation | undefined> => {
  const { folder, uidValidity, uid } = change;
  const opened = folder === "" || uid === 0 ? undefined : await changes.open(folder);
  if (opened?.uidValidity === uidValidity && (await isStoredMessage(changes, pull.session, change, uid)))
    return { folder, uidValidity, uid };
  const word = wordOf(change.wish.folder);
  const target = word ? await changes.folderFor(word) : change.wish.folder;
  // An earlier attempt, for a wish that was replaced since, may have moved it to the trash, which is not read.
  const trash = await changes.folderFor("trash");
  const places = [folder, change.copyAt?.folder, target, ...pull.cursors.map(({ path }) => path), trash];
  return findElsewhere(changes, pull.session, change, places);
};

const wordOf = (folder: string | undefined): FolderWord | undefined => FOLDER_WORDS.find((word) => word === folder);

const changeAt = async (
  ports: ChangePorts,
  changes: MailChanges,
  pull: Pull,
  change: PendingChange,
  place: MessageLocation,
): Promise<ChangeOutcome> => {
  const { wish } = change;
  const found = place.folder === change.folder && place.uid === change.uid && place.uidValidity === change.uidValidity ? undefined : place;
  await changes.setFlags(place.uid, wish);
  if (wish.folder === undefined) return { state: "done", ...(found && { at: found }) };
  const word = wordOf(wish.folder);
  const target = word ? await changes.folderFor(word) : wish.folder;
  if (target === undefined) return failed(`the mailbox has no folder for ${word}`, found);
  if (target === place.folder) return { state: "done", ...(found && { at: found }) };
  if (changes.moves === "never") return failed("its server can move no message: it has neither MOVE nor UIDPLUS", found);
  await takeBeforeMove(ports, changes, pull, change, place);
  const move = changes.moves === "move" ? () => changes.move(place.uid, target) : () => moveByCopy(changes, pull, change, place, target);
  const at = (await move()) ?? (await findElsewhere(changes, pull.session, change, [target]));
  return { state: "done", at: at ?? { folder: target, uidValidity: "", uid: 0 } };
};

/** Takes its other flag from the server before it moves: the folder to which it goes may be none that is read. */
const takeBeforeMove = async (
  ports: ChangePorts,
  changes: MailChanges,
  { lease }: Pull,
  { folder: path, uidValidity, uid }: PendingChange,
  place: MessageLocation,
): Promise<void> => {
  const flags = (await changes.flags({ uid: place.uid })).get(place.uid);
  if (flags && uid !== 0) await inStore(ports.changes.take(lease, { path, uidValidity }, new Map([[uid, flags]])));
};

/**
 * Moves by a copy. The original is removed only after the copy was read in the other folder, and the original, by its UID, once more in its own.
 */
const moveByCopy = async (
  changes: MailChanges,
  { session }: Pull,
  change: PendingChange,
  place: MessageLocation,
  target: string,
): Promise<MessageLocation> => {
  const reopen = async () => {
    const opened = await changes.open(place.folder);
    if (opened?.uidValidity !== place.uidValidity || !(await isStoredMessage(changes, session, change, place.uid)))
      throw new MailFailure("IMAP", "refused", { at: "session", reply: "the message left its folder meanwhile" });
  };
  // A worker that was killed may have left a copy.
  let copy = await findElsewhere(changes, session, change, [target]);
  await reopen();
  if (!copy) {
    await changes.copy(place.uid, target);
    copy = await findElsewhere(changes, session, change, [target]);
    await reopen();
  }
  if (!copy) throw new MailFailure("IMAP", "refused", { at: "session", reply: "the copy cannot be read" });
  await changes.remove(place.uid);
  return copy;
};

/** Of how many messages the flags are read where the server does not say which have changed. */
const NEWEST = 500;

/**
 * Reads a folder's flags from the server: those that changed since the last time, or else of the newest messages. It runs after the mailbox's own
 * changes, and skips messages with waiting ones. A folder that cannot be opened or was not pulled is skipped until its flags are due again, because
 * messages that are not stored yet would be missed.
 */
export const readFlags = async (ports: ChangePorts & Pick<PullPorts, "syncStates">, pull: Pull, status: FolderStatus): Promise<void> => {
  const { session, lease } = pull;
  const cursor = pull.cursors.find(({ path }) => path === status.path);
  if (!session.changes || !cursor || cursor.failures || pull.signal.aborted) return;
  const opened = await session.open(cursor.path);
  if (opened?.uidValidity !== cursor.uidValidity) return;
  const since = sinceModseq(cursor.flags?.modseq, status.modseq);
  const flags = await session.changes.flags(since === undefined ? { newest: NEWEST } : { since });
  const changed = await inStore(ports.changes.take(lease, cursor, flags));
  const { modseq } = status;
  const read = { at: ports.clock.now(), ...(modseq !== undefined && { modseq }) };
  const cursors = pull.cursors.map((one) => (one.path === cursor.path ? { ...one, flags: read } : one));
  await saveCursors(ports, pull, cursors);
  if (changed.length > 0) await publishEvents(ports, "messages", changed);
};

/** The number since which flags have changed; undefined where it is not known, or fell, as after a restored backup. */
const sinceModseq = (before: string | undefined, now: string | undefined): string | undefined =>
  before !== undefined && now !== undefined && BigInt(before) <= BigInt(now) ? before : undefined;
