/** Graphemes of a snippet (specification: "first ~200 characters of reply_text"). */
const length = 200;
/** Made at the first use: it loads tables that take longer than all else of a cold start's own code. */
let graphemes: Intl.Segmenter | undefined;

/** The first 200 characters of a text on one line: white space folded, no character cut in two. */
export function snippet(text: string): string {
  const folded = text
    .slice(0, length * 40)
    .replace(/[\s\u00a0\u200b\ufeff]+/g, " ")
    .trim();
  // Below the combining marks each character is a grapheme; the segmenter takes fifty times as long.
  if (/^[\x20-\u02ff]*$/.test(folded.slice(0, length + 1))) return folded.slice(0, length).trim();
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let out = "";
  let count = 0;
  for (const { segment } of graphemes.segment(folded)) {
    if (++count > length) break;
    out += segment;
  }
  return out.trim();
}
