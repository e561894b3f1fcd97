/** Durations, and what so many in a hundred of them stay below; ms. */
export interface Samples {
  add(ms: number): void;
  readonly count: number;
  /** `at` in (0, 1]. */
  quantile(at: number): number;
}

/** Keeps every sample. */
export const samples = (): Samples => {
  let values = new Float64Array(1024);
  let count = 0;
  let sorted = false;
  return {
    add: (ms) => {
      if (count === values.length) {
        const larger = new Float64Array(count * 2);
        larger.set(values);
        values = larger;
      }
      values[count] = ms;
      count += 1;
      sorted = false;
    },
    get count() {
      return count;
    },
    quantile: (at) => {
      if (!sorted) values.subarray(0, count).sort();
      sorted = true;
      return count === 0 ? 0 : (values[Math.max(0, Math.ceil(at * count) - 1)] ?? 0);
    },
  };
};
