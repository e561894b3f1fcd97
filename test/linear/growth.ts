/** A reader of outside text; what it answers does not matter here. */
export type Reader = (text: string) => unknown;

/** What a reader was measured with: a text of about `size` characters. */
export type Input = (size: number) => string;

/** How a reader's time grows with its input: time ~ size ^ exponent; 0 where it takes too little to tell. */
export interface Growth {
  readonly exponent: number;
  /** The thread's processor time for the largest size, in milliseconds. */
  readonly ms: number;
}

/** Above it a reader's time grows faster than its input: a quadratic one has 2, `n log n` about 1.1. */
export const LIMIT = 1.4;

/** Processor time of this thread alone: what other processes do on the machine is no part of it. */
export const cpuMs = (read: Reader, text: string): number => {
  const start = process.threadCpuUsage();
  read(text);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
};

/** The clock of a thread ticks every few milliseconds: what takes less is done again until it has taken so many. */
const MEASURED_MS = 30;

/** The least of several times is what the work itself takes: compiler and collector only ever add to it. */
const leastMs = (read: Reader, text: string, repeats: number): number => {
  let least = Infinity;
  for (let i = 0; i < repeats; i++) {
    let [sum, calls] = [0, 0];
    for (; sum < MEASURED_MS; calls++) sum += cpuMs(read, text);
    least = Math.min(least, sum / calls);
  }
  return least;
};

/** The slope of the line through log(size), log(time) by least squares. */
const slope = (points: readonly (readonly [size: number, ms: number])[]): number => {
  const logs = points.map(([size, ms]) => [Math.log(size), Math.log(ms)] as const);
  const mean = (at: 0 | 1) => logs.reduce((sum, pair) => sum + pair[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, pair) => sum + (pair[0] - x) * (pair[1] - y), 0);
  return over / logs.reduce((sum, pair) => sum + (pair[0] - x) ** 2, 0);
};

/** Measures at `size` and, where that takes `suspiciousMs`, at sizes from a sixteenth of it up; what still looks bad is measured again and longer. */
export const growthOf = (read: Reader, input: Input, size: number, suspiciousMs: number): Growth => {
  const ms = cpuMs(read, input(size));
  if (ms < suspiciousMs) return { exponent: 0, ms };
  let exponent = Infinity;
  for (const repeats of [1, 3, 7]) {
    const points: (readonly [number, number])[] = [];
    for (const part of [16, 4, 1]) {
      points.push([size / part, leastMs(read, input(size / part), repeats)]);
      // A slow reader shows its slope early.
      if (points.length > 1 && (points.at(-1)?.[1] ?? 0) > suspiciousMs) break;
    }
    exponent = Math.min(exponent, slope(points));
    if (exponent < LIMIT) break;
  }
  return { exponent, ms };
};
