import { expect, it } from "vitest";
import { compare, identityOf, usedAgain, storedWindow, windowOf } from "#shared/inbox/pull/window.ts";
import type { FolderCursor } from "#shared/inbox/pull/sync-state.ts";
import { day, now } from "#test/support/pull-world.ts";

/** What stays of a window of so many UIDs, received so many days ago: its floor, and how many it knows. */
const kept = (count: number, days: number, role: FolderCursor["role"] = "inbox") => {
  const identity = identityOf({ uid: 1, size: 1234, receivedAt: day(days), seen: false, own: false });
  const known = new Map(Array.from({ length: count }, (_, i) => [i + 11, identity]));
  const window = storedWindow({ floor: 5, known }, now, { role });
  const read = windowOf({ path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 9, since: now, starts: 0, window });
  expect([...read.known.values()].every((one) => one === identity)).toBe(true);
  return [read.floor, read.known.size];
};

it.each([
  ["all while they are few", 200, 30, [5, 200]],
  ["the last 200", 201, 30, [12, 200]],
  ["those of the last two days", 900, 1, [5, 900]],
  ["a thousand at most", 1_001, 1, [12, 1_000]],
])("a window keeps %s", (_, count, days, expected) => {
  expect(kept(count, days)).toEqual(expected);
});

it("a message is known again by its size and second, where both are told", () => {
  const message = { uid: 1, size: 1234, receivedAt: now, seen: false, own: false };
  const others = [
    { size: 1235 },
    { receivedAt: day(1) },
    { unreported: ["size"] },
    { unreported: ["date"] },
    { unreported: ["flags"] },
    {},
  ] as const;

  expect(others.map((other) => identityOf({ ...message, ...other }) === identityOf(message))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(identityOf({ ...message, unreported: ["date"] })).toBe("");
});

it("takes as new what it does not know from its floor up, and nothing below", () => {
  const { fresh, present } = compare([3, 9, 10, 11, 12], { floor: 10, known: new Map([[11, "a.b"]]) });

  expect(fresh).toEqual([10, 12]);
  expect([...present.known]).toEqual([[11, "a.b"]]);
});

it("a UID is used again where both identities are known and differ", () => {
  const [facts, other] = [1, 2].map((size) => ({ size, receivedAt: now, seen: false, own: false }));
  const known = new Map([
    [1, ""],
    [2, identityOf({ uid: 2, ...facts! })],
    [3, identityOf({ uid: 3, ...other! })],
  ]);
  const found = [1, 2, 3, 4].map((uid) => ({ uid, ...facts! }));

  expect(usedAgain({ floor: 1, known }, found)).toEqual([3]);
});
