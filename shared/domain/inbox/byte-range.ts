/** One range of a Range header: from `start` to `end` inclusive, or the last `suffix` bytes. */
export type ByteRange = { readonly start: number; readonly end: number } | { readonly suffix: number };

/** Reads a Range header (RFC 9110, 14.1.2); undefined when there is none or it may be ignored: other units, several ranges, bad syntax. */
export const parseRange = (header: string | undefined): ByteRange | undefined => {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? "");
  const [first, last] = [match?.[1] ?? "", match?.[2] ?? ""];
  if (first === "") return last === "" ? undefined : { suffix: Number(last) };
  const end = last === "" ? Number.MAX_SAFE_INTEGER : Number(last);
  return end < Number(first) ? undefined : { start: Number(first), end };
};

/** The start and end (exclusive) of a range in `total` bytes, at most `max` of them; undefined when no byte is in it. */
export const resolveRange = (
  range: ByteRange,
  total: number,
  max: number,
): { readonly start: number; readonly end: number } | undefined => {
  const start = "suffix" in range ? Math.max(0, total - range.suffix) : range.start;
  const end = Math.min(total, start + max, "suffix" in range ? total : range.end + 1);
  return start < end ? { start, end } : undefined;
};
