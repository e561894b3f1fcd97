import { testFiles } from "./areas.ts";

/** Where a fault would lose, double or misjudge mail: `--watched` draws from these. */
const CRITICAL =
  /(?:deliver\/(?:judge-claim|judge-outcome|deliver-claim|deliver-send)|store\/ingest|sending\/(?:deliveries|claim-due|recovery)|store-page\/\w+)\.ts$/;

/** Whether a source is one of them. */
export const isWatched = (file: string): boolean => CRITICAL.test(file);

/** The tests that notice them, quick ones first. */
const telling =
  /^test\/(?:unit\/sending\/|unit\/inbox\/prepare-mail|ports\/(?:send-writes|deliver|sending[.-]|inbox-(?:ingest|identity)|waiting-sends|answered))/;

/** The test files that run over what is watched. */
export const watchedTests = (): readonly string[] => testFiles().filter((test) => telling.test(test));

/** Mutants that do the same as the source, by their keys, and why. */
export const alike: Readonly<Record<string, string>> = {};
