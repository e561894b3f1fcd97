/** A part of a text: in both versions, only in the new one, or only in the old one. */
export interface Part {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** The most words of each version that are compared; beyond, whole versions are shown. */
const WORDS_MAX = 1_500;

const wordsIn = (text: string): readonly string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** How long the longest common run of words is from each place on (Wagner and Fischer, 1974). */
const lengths = (before: readonly string[], after: readonly string[]): readonly Uint16Array[] => {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      table[i]![j] = before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
};

const joined = (parts: readonly Part[]): readonly Part[] => {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.kind === part.kind) found[found.length - 1] = { kind: part.kind, text: last.text + part.text };
    else found.push(part);
  }
  return found;
};

/** What has changed from one version of a text to the next, word by word. */
export const differences = (before: string, after: string): readonly Part[] => {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  if (before === after) return [{ kind: "same", text: after }];
  if (old.length > WORDS_MAX || now.length > WORDS_MAX)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  const table = lengths(old, now);
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ kind: "same", text: now[j]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      parts.push({ kind: "removed", text: old[i]! });
      i += 1;
    } else {
      parts.push({ kind: "added", text: now[j]! });
      j += 1;
    }
  }
  return joined(parts);
};
