import type { FaultContext } from "./context.ts";
import type { Mutant } from "./mutants.ts";
import type { Report } from "./report.ts";

/** A fault test; run with a mutant it must not come out clean, else it proves nothing. */
export interface FaultTest {
  readonly id: string;
  readonly title: string;
  readonly mutants: readonly Mutant[];
  run(context: FaultContext, mutant?: Mutant): Promise<Report>;
}
