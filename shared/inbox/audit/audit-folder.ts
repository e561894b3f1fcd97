import type { MailSession, MessageFacts } from "../ports/mail-session.ts";
import {
  type StoredIdentity,
  type Audits,
  type FolderLocation,
  type FolderUnderWay,
  type KeptOut,
  type PassedUids,
  whyKeptOut,
  type WhyKeptOut,
} from "./audit.ts";
import { hash } from "node:crypto";
import { publishEvents } from "#shared/events/publish.ts";
import { receivedSince } from "../pull/sync-folder.ts";
import { numbered, windowOf } from "../pull/window.ts";
import type { Healing, Pull, PullPorts } from "../pull/pull.ts";
import { storePages } from "../pull/store-pages.ts";
import type { FolderCursor } from "../pull/sync-state.ts";
import { holds, parseSet, setOf, setText, union } from "../uid-set.ts";

/** How many stored messages that look the same are compared by their Message-IDs in one step of an audit. */
const SAMPLE = 10;
/** How many stored messages that look different are compared by their Message-IDs, before all of them are read again. */
const MOST_READ = 50;
const SECOND_MS = 1000;

/**
 * The UIDs of stored messages at which the open folder now has another message, as after a server's restore from a backup, when it assigns the same
 * UIDs again. Only a different Message-ID proves it: a copy may have another size or date.
 */
export const replacedAmong = async (session: MailSession, rows: readonly StoredIdentity[]): Promise<ReadonlySet<number>> => {
  if (rows.length === 0) return new Set();
  const facts = new Map((await session.facts(rows.map(({ uid }) => uid))).map((one) => [one.uid, one]));
  const told = rows.filter(({ uid }) => facts.has(uid));
  const [suspects, alike] = [
    told.filter((row) => !isAlike(row, facts.get(row.uid)!)),
    told.filter((row) => isAlike(row, facts.get(row.uid)!)),
  ];
  const renamed = async (some: readonly StoredIdentity[]) => {
    const found: number[] = [];
    for (const row of some) if (await isRenamed(session, row, facts.get(row.uid)!)) found.push(row.uid);
    return found;
  };
  const sampled = await renamed(spread(alike, SAMPLE));
  // The sampled messages differ although sizes and dates are equal, so only reading every message shows which are still the stored ones.
  if (sampled.length > 0) return new Set(told.map(({ uid }) => uid));
  const read = await renamed(spread(suspects, MOST_READ));
  return new Set(suspects.length > MOST_READ && read.length > 0 ? suspects.map(({ uid }) => uid) : read);
};

const isSameSize = ({ size }: StoredIdentity, facts: MessageFacts): boolean =>
  size === undefined || (facts.unreported?.includes("size") ?? false) || size === facts.size;
const isSameDate = ({ receivedAt }: StoredIdentity, facts: MessageFacts): boolean =>
  (facts.unreported?.includes("date") ?? false) || Math.abs(receivedAt.getTime() - facts.receivedAt.getTime()) < SECOND_MS;
const isAlike = (row: StoredIdentity, facts: MessageFacts): boolean => isSameSize(row, facts) && isSameDate(row, facts);

/** Whether the message has another Message-ID than the stored one; without any, whether both its size and its date differ. */
const isRenamed = async (session: MailSession, row: StoredIdentity, facts: MessageFacts): Promise<boolean> => {
  const mail = await session.fetchHeadersOnly(facts);
  if (!mail) return false;
  const { messageId } = mail.parsed;
  return messageId === "" && row.messageId === "" ? !isSameSize(row, facts) && !isSameDate(row, facts) : messageId !== row.messageId;
};

/** At most `most` of the rows, evenly spread, including the first and the last. */
const spread = <R>(rows: readonly R[], most: number): readonly R[] =>
  rows.length <= most ? rows : Array.from({ length: most }, (_, at) => rows[Math.round((at * (rows.length - 1)) / (most - 1))]!);

/** The dependencies of comparing a folder with the store. */
export interface AuditPorts extends PullPorts {
  readonly audits: Audits;
}

/** How many messages are compared at a time. */
const AUDIT_UIDS = 10_000;
/** The most runs of skipped UIDs that are remembered of a folder for each reason: 100 KB at most. */
const MOST_RUNS = 5_000;

/** The result of comparing some messages of a folder, with all of its messages that are not kept. */
interface Compared {
  readonly folder: FolderUnderWay;
  readonly passed: readonly PassedUids[];
}

/**
 * Compares the next messages of the open folder with the store, from the last one down. Messages that are not stored are read and stored; stored
 * messages that the server no longer has are marked. Messages that are read and not kept are counted by reason, and skipped in later audits.
 */
export const auditNext = async (ports: AuditPorts, pull: Pull, at: FolderUnderWay, passed: readonly PassedUids[]): Promise<Compared> => {
  const { audits } = ports;
  const read = await numbered(pull.session, at.left, AUDIT_UIDS);
  const uids = read.uids.filter((uid) => uid < at.below);
  const [from, to] = [read.from === 1 ? 1 : (uids[0] ?? at.below), at.below - 1];
  const [named, kept] = [new Set(uids), await audits.stored(pull.lease, at, from, to)];
  const storedBefore = new Set(kept.map(({ uid }) => uid));
  const there = kept.filter(({ uid }) => named.has(uid));
  const replaced = await replacedAmong(pull.session, there);
  const unstored = uids.filter((uid) => !storedBefore.has(uid));
  const cursor = pull.cursors.find(isAt(at));
  const lacking = cursor ? unstored.filter(isBehind(cursor)) : [];
  // When UIDs were used again, the messages that were not kept may have been replaced, too.
  const known = replaced.size > 0 ? [] : passed;
  const { keptOut, unread, wasPassedOver } = sortOut(lacking, known);
  const wanted = [...unread, ...replaced].toSorted((a, b) => a - b);
  const before = new Map(there.flatMap((row) => (replaced.has(row.uid) ? [[row.uid, row] as const] : [])));
  const healing = cursor ? await heal(ports, pull, cursor, wanted, { keptOut, wasPassedOver, before }) : NOTHING;
  const gone = kept.filter(({ uid }) => !named.has(uid) || healing.left.has(uid)).map(({ uid }) => uid);
  await publishEvents(ports, "messages", await audits.noteOnServer(pull.lease, at, { from, to, gone }));
  return {
    passed: withReasons(at, known, keptOut),
    folder: {
      ...at,
      // Messages that arrived after the pull, or are gone by now, are left out of the comparison.
      onServer: at.onServer + uids.length - (unstored.length - lacking.length) - healing.gone,
      stored: at.stored + there.length - replaced.size + healing.same + healing.healed,
      missing: at.missing + healing.healed + healing.unreadable,
      healed: at.healed + healing.healed,
      unreadable: at.unreadable + healing.unreadable,
      notKept: counted(at.notKept, keptOut),
      digest: hash("sha256", `${at.digest} ${uids.join(",")}`),
      left: read.from - 1,
      below: from,
    },
  };
};

type Unread = Healing & { readonly unread: readonly number[] };

/** Which messages earlier audits have read and not kept, each with its reason; those without one are read once more. */
const sortOut = (lacking: readonly number[], passed: readonly PassedUids[]): Unread => {
  const sets = passed.map(({ reason, uids }) => ({ reason, set: parseSet(uids) }));
  const keptOut = new Map<number, WhyKeptOut>();
  for (const uid of lacking) {
    const reason = sets.find((one) => one.reason && holds(one.set, uid))?.reason;
    if (reason) keptOut.set(uid, reason);
  }
  return {
    keptOut,
    unread: lacking.filter((uid) => !keptOut.has(uid)),
    wasPassedOver: (uid) => sets.some(({ reason, set }) => reason === undefined && holds(set, uid)),
  };
};

const uidsBy = (keptOut: ReadonlyMap<number, WhyKeptOut>, reason: WhyKeptOut): readonly number[] =>
  [...keptOut].flatMap(([uid, why]) => (why === reason ? [uid] : []));

const counted = (before: readonly KeptOut[] = [], keptOut: ReadonlyMap<number, WhyKeptOut>): readonly KeptOut[] =>
  whyKeptOut.flatMap((reason) => {
    const count = (before.find((one) => one.reason === reason)?.count ?? 0) + uidsBy(keptOut, reason).length;
    return count > 0 ? [{ reason, count }] : [];
  });

/** The sets of the folder's messages that are not kept, one for each reason. */
const withReasons = (
  { path, uidValidity }: FolderUnderWay,
  passed: readonly PassedUids[],
  keptOut: ReadonlyMap<number, WhyKeptOut>,
): readonly PassedUids[] => [
  ...passed.filter(({ reason }) => reason === undefined),
  ...whyKeptOut.flatMap((reason) => {
    const before = passed.find((one) => one.reason === reason)?.uids ?? "";
    const uids = setText(union(parseSet(before), setOf(uidsBy(keptOut, reason))), MOST_RUNS);
    return uids === "" ? [] : [{ path, uidValidity, uids, reason }];
  }),
];

interface Healed {
  readonly healed: number;
  readonly unreadable: number;
  /** How many the server no longer has. */
  readonly gone: number;
  /** How many stored messages seemed to be replaced by others and were not. */
  readonly same: number;
  /** The UIDs of stored messages that the server has replaced by others. */
  readonly left: ReadonlySet<number>;
}
const NOTHING: Healed = { healed: 0, unreadable: 0, gone: 0, same: 0, left: new Set() };

/** What is read again, with the stored messages whose UIDs seem to belong to other messages now. */
type Reread = Healing & { readonly before: ReadonlyMap<number, StoredIdentity> };

/** Reads messages that the store lacks; those that are not kept are listed in `healing.keptOut`. */
const heal = async (ports: AuditPorts, pull: Pull, cursor: FolderCursor, lacking: readonly number[], healing: Reread): Promise<Healed> => {
  const [first, last] = [lacking[0], lacking.at(-1)];
  if (first === undefined || last === undefined) return NOTHING;
  const { keptOut, before } = healing;
  // Messages that the server lists as older are not wanted. One that it does not list is read anyway: a missing answer proves nothing.
  const older = new Set(await pull.session.search({ above: first - 1, upTo: last, before: cursor.since }));
  const isYoung = receivedSince(cursor.since);
  const isWanted = (facts: MessageFacts) => {
    if (!isYoung(facts)) keptOut.set(facts.uid, "before_sync_from");
    return isYoung(facts);
  };
  for (const uid of lacking) if (older.has(uid)) keptOut.set(uid, "before_sync_from");
  const wanted = lacking.filter((uid) => !older.has(uid));
  const read = new Set<number>();
  const reading = { uids: wanted, isWanted, heard: (uid: number) => void read.add(uid) };
  const names = new Map<number, string>();
  pull.healing = { ...healing, names };
  try {
    if (wanted.length > 0) await storePages(ports, pull, cursor, { ...reading, ended: (now) => ({ ...now, starts: 0 }) });
  } finally {
    pull.healing = undefined;
  }
  const rows = await ports.audits.stored(pull.lease, cursor, first, last);
  const isOther = ({ uid, messageId, receivedAt }: StoredIdentity) =>
    (names.get(uid) ?? messageId) !== messageId || (older.has(uid) && receivedAt >= cursor.since);
  const kept = rows.filter(({ uid, id }) => before.get(uid)?.id === id);
  const left = new Set(kept.filter(isOther).map(({ uid }) => uid));
  const same = new Set(kept.map(({ uid }) => uid));
  const now = new Set(rows.flatMap(({ uid }) => (same.has(uid) ? [] : [uid])));
  for (const { uid } of rows) if (!left.has(uid)) keptOut.delete(uid);
  const withheld = missingOf(pull, cursor);
  return {
    healed: wanted.filter((uid) => now.has(uid)).length,
    unreadable: wanted.filter((uid) => withheld.has(uid)).length,
    gone: wanted.filter((uid) => !read.has(uid) && !now.has(uid) && !withheld.has(uid)).length,
    same: kept.length - left.size,
    left,
  };
};

/** Whether a location is this folder under the same UIDVALIDITY. */
export const isAt =
  ({ path, uidValidity }: FolderLocation) =>
  (other: FolderLocation): boolean =>
    other.path === path && other.uidValidity === uidValidity;

/** Whether a pull has already read or skipped the message. Others are left to the next pull. */
const isBehind = (cursor: FolderCursor) => {
  const { floor, known } = windowOf(cursor);
  return (uid: number): boolean => uid < floor || known.has(uid);
};

const missingOf = (pull: Pull, { path }: Pick<FolderCursor, "path">): ReadonlySet<number> => {
  const stubs = pull.cursors.find((cursor) => cursor.path === path)?.stubs ?? [];
  return new Set(stubs.filter(({ missing }) => missing).map(({ uid }) => uid));
};
