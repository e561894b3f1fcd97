/** Numbers in [0, 1) that a seed determines (mulberry32). */
export const randomBy = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Whole numbers below a limit, the same for the same seed. */
export type Random = (limit: number) => number;

/** Whole numbers that a seed determines, each below its limit. */
export const seeded = (seed: number): Random => {
  const random = randomBy(seed);
  return (limit) => Math.floor(random() * limit);
};
