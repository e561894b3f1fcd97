import { hash } from "node:crypto";
import { receivedSince } from "../pull/fill-folder.ts";
import { numbered } from "../pull/find-uids.ts";
import type { Pull, PullPorts } from "../pull/pull.ts";
import { storePages } from "../pull/store-pages.ts";
import type { FolderCursor } from "../pull/sync-state.ts";
import { windowOf } from "../pull/window.ts";
import { holds, setOf, union, type UidSet } from "../uid-set.ts";
import type { Audits, FolderUnderWay } from "./audit.ts";

/** The ports of comparing a folder with the store. */
export interface AuditPorts extends PullPorts {
  readonly audits: Audits;
}

/** How many messages are compared at a time. */
const AUDIT_UIDS = 10_000;

/** The result of comparing some messages, and those of them that are not kept. */
export interface Compared {
  readonly folder: FolderUnderWay;
  readonly passed: UidSet;
}

/**
 * Compares the next messages of the open folder with the store, from the last one down, in both directions: messages that are not stored are read and
 * stored, messages gone from the server are marked. Messages that are read and not kept are skipped by later audits.
 */
export const auditNext = async (ports: AuditPorts, pull: Pull, at: FolderUnderWay, passed: UidSet): Promise<Compared> => {
  const { audits } = ports;
  const read = await numbered(pull.session, at.left, AUDIT_UIDS);
  const uids = read.uids.filter((uid) => uid < at.below);
  const [from, to] = [read.from === 1 ? 1 : (uids[0] ?? at.below), at.below - 1];
  const [named, kept] = [new Set(uids), await audits.stored(pull.lease, at, from, to)];
  const storedBefore = new Set(kept);
  const lacking = uids.filter((uid) => !storedBefore.has(uid) && !holds(passed, uid));
  const healing = await heal(ports, pull, at, lacking);
  await audits.noteOnServer(pull.lease, at, { from, to, gone: kept.filter((uid) => !named.has(uid)) });
  return {
    passed: union(passed, setOf(healing.passed)),
    folder: {
      ...at,
      onServer: at.onServer + uids.length,
      stored: at.stored + kept.filter((uid) => named.has(uid)).length + healing.healed,
      missing: at.missing + healing.healed + healing.unreadable,
      healed: at.healed + healing.healed,
      unreadable: at.unreadable + healing.unreadable,
      digest: hash("sha256", `${at.digest} ${uids.join(",")}`),
      left: read.from - 1,
      below: from,
    },
  };
};

interface Healing {
  readonly healed: number;
  readonly unreadable: number;
  /** UIDs that are skipped from now on: not wanted because of their date or their kind. */
  readonly passed: readonly number[];
}

const heal = async (ports: AuditPorts, pull: Pull, at: FolderUnderWay, lacking: readonly number[]): Promise<Healing> => {
  const cursor = pull.cursors.find(({ path }) => path === at.path);
  const unknown = cursor ? lacking.filter(isBehind(cursor)) : [];
  const [first, last] = [unknown[0], unknown.at(-1)];
  if (!cursor || first === undefined || last === undefined) return { healed: 0, unreadable: 0, passed: [] };
  // Messages that the server lists as older are not wanted. One that it does not list is read anyway: a missing answer proves nothing.
  const older = new Set(await pull.session.search({ above: first - 1, upTo: last, before: cursor.since }));
  const wanted = unknown.filter((uid) => !older.has(uid));
  const read = new Set<number>();
  const reading = { uids: wanted, isWanted: receivedSince(cursor.since), heard: (uid: number) => void read.add(uid) };
  if (wanted.length > 0) await storePages(ports, pull, cursor, { ...reading, ended: (now) => ({ ...now, starts: 0 }) });
  const now = new Set(await ports.audits.stored(pull.lease, at, first, last));
  const withheld = missingOf(pull, at);
  return {
    healed: wanted.filter((uid) => now.has(uid)).length,
    unreadable: wanted.filter((uid) => withheld.has(uid)).length,
    passed: unknown.filter((uid) => older.has(uid) || (read.has(uid) && !now.has(uid) && !withheld.has(uid))),
  };
};

/** Whether a pull has already read or skipped the message. Others are left to the next pull, which reads them whatever their date. */
const isBehind = (cursor: FolderCursor) => {
  const { floor, known } = windowOf(cursor);
  return (uid: number): boolean => uid < floor || known.has(uid);
};

const missingOf = (pull: Pull, { path }: Pick<FolderCursor, "path">): ReadonlySet<number> => {
  const stubs = pull.cursors.find((cursor) => cursor.path === path)?.stubs ?? [];
  return new Set(stubs.filter(({ missing }) => missing).map(({ uid }) => uid));
};
