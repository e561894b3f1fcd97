import type { Line } from "./chart.ts";

/** What a scenario shows: numbers for the table, lines for the chart, and what it must not miss. */
export interface Outcome {
  readonly numbers: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
  readonly missed: readonly string[];
}

/** A run of the domain in virtual time. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly run: (seed: number, share: number) => Promise<Outcome>;
}
