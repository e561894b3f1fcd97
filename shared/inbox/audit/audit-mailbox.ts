import { publishEvents } from "#shared/events/publish.ts";
import { phaseOf } from "../pull/polling.ts";
import type { Pull } from "../pull/pull.ts";
import { type FolderCursor, LeaseLost, ServerDisagrees, StoreFailed } from "../pull/sync-state.ts";
import { type Audit, type AuditedFolder, type AuditReport, type FolderLocation, type FolderUnderWay, isComplete } from "./audit.ts";
import { auditNext, type AuditPorts, isAt } from "./audit-folder.ts";

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** How much of one pull an audit may take, ms; the next pull continues it. */
const STEP_MS = 5_000;

/** Whether an audit is due or in progress. */
export const isAuditDue = (auditAt: Date | undefined, now: Date): boolean => auditAt !== undefined && auditAt <= now;

/**
 * Continues the mailbox's audit when one is due, and schedules the next one: a week later at the mailbox's phase; at once after an inconsistent
 * answer of its server, unless the last audit ended less than a day ago.
 */
export const auditIfDue = async (ports: AuditPorts, pull: Pull): Promise<void> => {
  const { lease, mailbox } = pull;
  const now = ports.clock.now();
  if (pull.cursors.length === 0 || !pull.cursors.every(({ filled, failures }) => filled || failures)) return;
  if (isAuditDue(lease.auditAt, now)) return step(ports, pull);
  const last = pull.isOdd ? (await ports.audits.find(lease))?.last : undefined;
  if (pull.isOdd && !(last && now.getTime() - last.checkedAt.getTime() < DAY_MS)) return ports.audits.schedule(lease, now);
  if (!lease.auditAt) await ports.audits.schedule(lease, new Date(now.getTime() + phaseOf(mailbox.id) * WEEK_MS));
};

const step = async (ports: AuditPorts, pull: Pull): Promise<void> => {
  const endAt = ports.clock.now().getTime() + STEP_MS;
  let audit = (await ports.audits.find(pull.lease)) ?? { passed: [] };
  while (ports.clock.now().getTime() < endAt) {
    pull.signal.throwIfAborted();
    const after = await next(ports, pull, audit).catch((error: unknown) => {
      if (error instanceof UidsAnew) return undefined;
      throw error;
    });
    if (!after) return ports.audits.save(pull.lease, { passed: audit.passed, ...(audit.last && { last: audit.last }) }, false);
    audit = after;
    if (!audit.underWay) return finish(ports, pull, audit);
    await ports.audits.save(pull.lease, audit, false);
  }
};

/** The audit after its next step; without `underWay` when all folders are compared. */
const next = async (ports: AuditPorts, pull: Pull, audit: Audit): Promise<Audit> => {
  const { underWay, ...rest } = audit;
  const { done: before = [], folder: current } = underWay && hasReasons(underWay) ? underWay : {};
  // A folder that was deleted and created again since it was compared is compared again.
  const done = before.filter((one) => !pull.cursors.some((now) => now.path === one.path && now.uidValidity !== one.uidValidity));
  const begunBefore = pull.cursors.find((candidate) => current && isAt(candidate)(current));
  const isDone = (path: string) => done.some((one) => one.path === path);
  const cursor = begunBefore ?? pull.cursors.find(({ path }) => !isDone(path));
  const paths = besidesOf(pull.cursors);
  const path = paths.find((one) => one === current?.path) ?? paths.find((one) => !isDone(one));
  if (!cursor && path !== undefined) return visitBeside(ports, pull, audit, { done, path });
  if (!cursor) return { ...rest, last: reportOf(ports, pull, [...done, ...(await visitOthers(ports, pull, done))]) };
  const failed = { ...audit, underWay: { done: [...done, { ...begun(cursor, 0), failed: true }] } };
  // The folder could not be read yet, so nothing is known of its content.
  if (!cursor.filled) return failed;
  try {
    const at = await reopen(pull, cursor, current);
    if (!at) return failed;
    const { folder, passed } = await auditNext(ports, pull, at, audit.passed.filter(isAt(cursor)));
    const others = audit.passed.filter((other) => (pull.cursors.some(isAt(other)) || paths.includes(other.path)) && !isAt(cursor)(other));
    if (folder.left > 0) return { ...rest, passed: [...others, ...passed], underWay: { done, folder } };
    return { ...rest, passed: [...others, ...passed.filter(({ reason }) => reason)], underWay: { done: [...done, folder] } };
  } catch (error) {
    const isOurs = error instanceof UidsAnew || error instanceof LeaseLost || error instanceof StoreFailed || pull.signal.aborted;
    // As in a pull, a failure of any but the first folder is not held against the mailbox.
    if (isOurs || cursor.role === "inbox" || cursor.role === "all") throw error;
    return failed;
  }
};

/** The folders beyond those that pulls read. */
const besidesOf = (cursors: readonly FolderCursor[]): readonly string[] =>
  cursors
    .flatMap(({ notRead }) => notRead?.paths ?? [])
    .filter((path) => !cursors.some((cursor) => cursor.path === path && !cursor.beside));

/**
 * The audit after its next step in a folder that no pull reads: it is compared as if a pull had passed all of its mail, and what is wanted of it is
 * stored.
 */
const visitBeside = async (
  ports: AuditPorts,
  pull: Pull,
  audit: Audit,
  at: { readonly done: readonly AuditedFolder[]; readonly path: string },
): Promise<Audit> => {
  const { done, path } = at;
  const opened = await pull.session.open(path).catch((error: unknown) => {
    if (pull.signal.aborted) throw error;
    return undefined;
  });
  const unknown = { ...begun({ path, uidValidity: "" }, 0), failed: true };
  if (!opened || opened.uidValidity === "") return { ...audit, underWay: { done: [...done, unknown] } };
  const since = new Date(Math.min(...pull.cursors.map((cursor) => cursor.since.getTime())));
  const { uidValidity } = opened;
  const beside: FolderCursor = { path, role: "other", uidValidity, lastUid: NO_UID, since, filled: true, starts: 0, beside: true };
  pull.cursors = [...pull.cursors, beside];
  try {
    return await next(ports, pull, { ...audit, underWay: { ...audit.underWay, done } });
  } finally {
    pull.cursors = pull.cursors.filter((cursor) => !cursor.beside);
  }
};

/**
 * Visits the folders that stored messages name and no pull reads. A folder that no longer exists, or was deleted and created again, holds none of
 * these messages. After all folders were compared, a message without a location is gone, too. Returns the comparisons of the folders that still
 * exist.
 */
const visitOthers = async (ports: AuditPorts, pull: Pull, done: readonly AuditedFolder[]): Promise<readonly AuditedFolder[]> => {
  const { audits } = ports;
  const others = (await audits.locations(pull.lease)).filter((place) => ![...pull.cursors, ...done].some(isAt(place)));
  const found: AuditedFolder[] = [];
  for (const place of others) {
    pull.signal.throwIfAborted();
    const uids = (await audits.stored(pull.lease, place, 1, NO_UID)).map(({ uid }) => uid);
    const anew = done.find(({ path }) => path === place.path);
    // A folder that was created again holds the messages that were found in it, once it was read completely.
    const there = anew ? (isComplete(anew) ? new Set<number>() : undefined) : await stillIn(pull, place, uids);
    const gone = uids.filter((uid) => !there?.has(uid));
    if (there) await publishEvents(ports, "messages", await audits.noteOnServer(pull.lease, place, { from: 1, to: NO_UID, gone }));
    if (!there) found.push({ ...begun(place, 0), failed: true });
    else if (there.size > 0) found.push({ ...begun(place, 0), onServer: there.size, stored: there.size });
  }
  if ([...done, ...found].every(isComplete)) await publishEvents(ports, "messages", await audits.markReplaced(pull.lease));
  return found;
};

/** Which of the messages a folder still holds; undefined when the server does not say. */
const stillIn = async ({ session, signal }: Pull, { path, uidValidity }: FolderLocation, uids: readonly number[]) => {
  try {
    const opened = await session.open(path);
    const isSame = opened !== undefined && (opened.uidValidity || uidValidity) === uidValidity;
    return new Set(isSame ? await session.search({ uids }) : []);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
};

/** Opens the folder and returns its state in the audit; undefined when the provider's list of it has no end. */
const reopen = async (pull: Pull, cursor: FolderCursor, current: FolderUnderWay | undefined): Promise<FolderUnderWay | undefined> => {
  const known = current && isAt(cursor)(current) ? current : undefined;
  const compared = known ?? (await repaired(pull, cursor.path));
  if (!compared) return undefined;
  const opened = await pull.session.open(cursor.path);
  if (opened && opened.uidValidity !== "" && opened.uidValidity !== cursor.uidValidity) throw new UidsAnew();
  return known ?? { ...begun(cursor, opened ? pull.session.count() : 0), ...compared };
};

/**
 * Repairs the local list of a folder at a provider without UIDs before it is compared, once for each folder and audit; undefined when the provider's
 * answers contradict each other.
 */
const repaired = async ({ session }: Pull, path: string): Promise<Pick<AuditedFolder, "unlisted"> | undefined> => {
  try {
    const { unlisted = 0 } = (await session.repair?.(path)) ?? {};
    return unlisted > 0 ? { unlisted } : {};
  } catch (error) {
    if (error instanceof ServerDisagrees) return undefined;
    throw error;
  }
};

/** A folder's UIDs have changed since its last pull: the next pull reads them, and the audit starts again then. */
class UidsAnew extends Error {
  override readonly name = "UidsAnew";
}

/** Whether an audit under way counts the messages that are not kept; one begun by an older version does not, and is restarted. */
const hasReasons = ({ done, folder }: NonNullable<Audit["underWay"]>): boolean =>
  [...done, ...(folder ? [folder] : [])].every(({ notKept }) => notKept !== undefined);

/** Greater than any UID. */
const NO_UID = 2 ** 32;

const begun = ({ path, uidValidity }: FolderLocation, count: number): FolderUnderWay => ({
  path,
  uidValidity,
  onServer: 0,
  stored: 0,
  missing: 0,
  healed: 0,
  unreadable: 0,
  notKept: [],
  digest: "",
  left: count,
  below: NO_UID,
});

/** Folders that nobody has read: beyond the most that are and not visited, or unknown because the server refuses to list them. */
const unreadOf = (cursors: readonly FolderCursor[], folders: readonly AuditedFolder[]): number => {
  const besides = besidesOf(cursors);
  const visited = folders.filter(({ path, failed = false }) => !failed && besides.includes(path)).length;
  return cursors.reduce((sum, { notRead }) => sum + (notRead?.beyond ?? 0) + (notRead?.refusal === undefined ? 0 : 1), -visited);
};

const reportOf = ({ clock }: AuditPorts, { cursors }: Pull, folders: readonly AuditedFolder[]): AuditReport => ({
  checkedAt: clock.now(),
  since: new Date(Math.min(...cursors.map(({ since }) => since.getTime()))),
  folders: folders.map(({ path, uidValidity, onServer, stored, missing, healed, unreadable, unlisted, notKept = [], digest }) => ({
    path,
    uidValidity,
    onServer,
    stored,
    missing,
    healed,
    unreadable,
    ...(unlisted !== undefined && { unlisted }),
    notKept,
    digest,
  })),
  foldersNotRead: unreadOf(cursors, folders),
  complete: unreadOf(cursors, folders) === 0 && folders.every(isComplete),
});

/** The owner gets an event when missing messages were stored or could not be read; the operator's log has both. */
const finish = async (ports: AuditPorts, { lease, mailbox }: Pull, audit: Audit): Promise<void> => {
  const folders = audit.last?.folders ?? [];
  const [healed, unreadable] = [folders.reduce((sum, one) => sum + one.healed, 0), folders.reduce((sum, one) => sum + one.unreadable, 0)];
  await ports.audits.save(lease, audit, healed + unreadable > 0);
  await ports.audits.schedule(lease, new Date(ports.clock.now().getTime() + WEEK_MS));
  if (healed + unreadable > 0) await publishEvents(ports, "mailboxes", [mailbox.id]);
  ports.log.info("mailbox audited", { mailboxId: mailbox.id, healed, unreadable });
};
