/** UIDs as a sequence set: `1:5,7` (RFC 9051, 9, sequence-set). */
export const sequenceSet = (uids: readonly number[]): string => {
  const parts: string[] = [];
  const sorted = uids.toSorted((a, b) => a - b);
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(end === i ? String(sorted[i]) : `${sorted[i]}:${sorted[end]}`);
    i = end + 1;
  }
  return parts.join(",");
};
