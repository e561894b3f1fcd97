/** How many changes of one letter turn one word into the other (Levenshtein's distance). */
export const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.split("").entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
};

/** Longer names are not compared. */
const LENGTH_MAX = 64;
const NEAR = 2;

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** How a field that nobody knows was probably meant: the same but for case and underscores, its last word alone, or misspelled; undefined where nothing is near. */
export const meantField = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > LENGTH_MAX) return undefined;
  const given = bare(name);
  if (given === "") return undefined;
  const same = known.find((field) => bare(field) === given);
  const ending = known.filter((field) => field.endsWith(`_${given}`));
  const near = known
    .map((field) => ({ field, changes: distance(given, bare(field)) }))
    .filter(({ changes }) => changes <= NEAR && changes < given.length / 2)
    .toSorted((a, b) => a.changes - b.changes);
  return same ?? near[0]?.field ?? ending[0];
};
