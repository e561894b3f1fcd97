import { readFileSync } from "node:fs";

/** A scenario of `npm run simulate`, and the figures that it showed. */
export interface Simulated {
  readonly name: string;
  readonly title: string;
  readonly numbers: Readonly<Record<string, string>>;
}

/** Where `npm run simulate -- --write` keeps its figures. */
export const FIGURES = "infra/charts/simulated.json";
/** The figure that says how many single emails share a call at the day's peak. */
export const EMAILS_A_CALL = "emails a call";

/** The scenarios' figures. */
export const readSimulated = (): readonly Simulated[] => JSON.parse(readFileSync(FIGURES, "utf8")) as readonly Simulated[];

/** How many single emails share a call at the day's peak, as simulated. */
export const emailsACall = (): number => Number(readSimulated().find(({ name }) => name === "singles")?.numbers[EMAILS_A_CALL]);
