/** One line of the table that `npm run bench` prints. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The same work without the product around it, in the same process and the alternating rounds. */
  readonly floor?: number;
  /** What ours has to reach: as a share of the floor where there is one, in the row's unit where not; absent: reported only. */
  readonly target?: number;
  /** True when less is better. */
  readonly atMost?: boolean;
  /** Where the time goes, or what was counted. */
  readonly note?: string;
}

/** What a file of this folder exports as `bench`. */
export type Bench = () => Promise<readonly Row[]>;

/** The middle one. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Ours as a share of the floor. */
export const ratioOf = ({ ours, floor }: Row): number | undefined => (floor === undefined ? undefined : ours / floor);

/** Whether the target is met; undefined without one. */
export const isMet = (row: Row): boolean | undefined => {
  if (row.target === undefined) return undefined;
  const reached = ratioOf(row) ?? row.ours;
  return row.atMost ? reached <= row.target : reached >= row.target;
};
