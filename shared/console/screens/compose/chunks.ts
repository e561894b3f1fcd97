import type { Element, Sequence } from "./draft.ts";

/** The most emails of a batch. */
const EMAILS_MAX = 1_000;
/** The most characters of a batch's JSON: UTF-8 and the escapes of AWS stay under the 5.5 MB of a request. */
const LENGTH_MAX = 3_500_000;

/** Sequences that are sent as one batch. */
export interface Chunk {
  readonly sequences: readonly Sequence[];
  readonly emails: readonly Element[];
}

const shifted = (emails: readonly Element[], by: number): readonly Element[] =>
  emails.map((email) => ("follows" in email ? { ...email, follows: email.follows + by } : email));

/** Divides sequences into batches: whole sequences, at most 1,000 emails, and no batch too large. */
export const chunksOf = (sequences: readonly Sequence[]): readonly Chunk[] => {
  const chunks: { sequences: Sequence[]; emails: Element[]; length: number }[] = [];
  for (const sequence of sequences) {
    const length = new TextEncoder().encode(JSON.stringify(sequence.emails)).length;
    const last = chunks.at(-1);
    const isFull = !last || last.emails.length + sequence.emails.length > EMAILS_MAX || last.length + length > LENGTH_MAX;
    const chunk = isFull ? { sequences: [], emails: [], length: 0 } : last;
    if (isFull) chunks.push(chunk);
    chunk.emails.push(...shifted(sequence.emails, chunk.emails.length));
    chunk.sequences.push(sequence);
    chunk.length += length;
  }
  return chunks;
};
