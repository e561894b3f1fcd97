/** UIDs as a sequence set: `1:5,7` (RFC 9051, 9, sequence-set). */
export const sequenceSet = (uids: readonly number[]): string => setOf(uids).map(asText).join(",");

/** A run of UIDs, first and last. */
type Run = readonly [number, number];
const asText = ([first, last]: Run): string => (first === last ? String(first) : `${first}:${last}`);

/** UIDs as ascending runs that are not adjacent, so that consecutive UIDs take little space. */
export type UidSet = readonly Run[];

/** The set of these UIDs. */
export const setOf = (uids: readonly number[]): UidSet => {
  const runs: [number, number][] = [];
  for (const uid of uids.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && uid <= run[1] + 1) run[1] = uid;
    else runs.push([uid, uid]);
  }
  return runs;
};

/** Parses the text of a set. */
export const parseSet = (text: string): UidSet =>
  text === ""
    ? []
    : text
        .split(",")
        .map((part) => part.split(":").map(Number))
        .map(([first = 0, last = first]) => [first, last]);

/** The text of a set, limited to its highest `most` runs. */
export const setText = (set: UidSet, most: number): string => set.slice(-most).map(asText).join(",");

/** The UIDs of both sets. */
export const union = (one: UidSet, other: UidSet): UidSet => {
  const runs: [number, number][] = [];
  for (const [first, last] of [...one, ...other].toSorted(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    if (run && first <= run[1] + 1) run[1] = Math.max(run[1], last);
    else runs.push([first, last]);
  }
  return runs;
};

/** Whether the set contains a UID, by binary search. */
export const holds = (set: UidSet, uid: number): boolean => {
  let [low, high] = [0, set.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = set[middle]!;
    if (uid >= first && uid <= last) return true;
    if (uid < first) high = middle - 1;
    else low = middle + 1;
  }
  return false;
};
